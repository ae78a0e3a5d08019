// The picks of this visitor, with changes that are under way. Pure.
import { pluralize } from '#src/lib/format.ts';
import type { Pick } from './queries.ts';

/** A change that the server has not confirmed yet. Null removes the pick. */
export interface PendingPick {
  photoId: string;
  note: string | null;
}

/** Photo ids with their notes; later changes win. */
export function mergePicks(items: readonly Pick[], pending: readonly PendingPick[]): ReadonlyMap<string, string> {
  const picks = new Map(items.map(({ photo_id: id, note }) => [id, note]));
  for (const { photoId, note } of pending) {
    if (note === null) picks.delete(photoId);
    else picks.set(photoId, note);
  }
  return picks;
}

/** "2 minutes": how long a refused visitor must wait. */
export function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return pluralize(Math.max(1, Math.ceil(seconds)), 'second', 'seconds');
  return minutes < 90 ? pluralize(minutes, 'minute', 'minutes') : pluralize(Math.ceil(minutes / 60), 'hour', 'hours');
}
