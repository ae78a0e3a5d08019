// Announcements of decisions, by this moderator and others.
import type { components } from '#openapi/api.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { pluralize, formatCount } from '#src/lib/format.ts';
import type { Decision, Status } from './decisions.ts';

type Conflict = components['schemas']['ModeratePhotosResult']['conflicts'][number];

const done: Record<Status, string> = { approved: 'Approved', rejected: 'Rejected', pending: 'Moved back to pending' };

const remainingMessage = (pending: number): string =>
  pending === 0 ? 'All caught up.' : `${pluralize(pending, 'photo', 'photos')} to review.`;

export const decisionMessage = (count: number, to: Status, pending: number): string =>
  `${count === 1 ? done[to] : `${pluralize(count, 'photo', 'photos')} ${done[to].toLowerCase()}`}. ${remainingMessage(pending)}`;

const verbs: Record<Status, string> = { approved: 'approved', rejected: 'rejected', pending: 'moved back to pending' };

/** The decision that "Undo" reverts: "rejected", "12 approved". */
export const decisionLabel = ({ photos, to }: Decision): string =>
  photos.length === 1 ? verbs[to] : `${formatCount(photos.length)} ${verbs[to]}`;

const undoneStates: Record<Status, string> = { approved: 'approved again', rejected: 'rejected again', pending: 'pending again' };

export const undoneMessage = (count: number, from: Status): string =>
  count === 1 ? `Undone. The photo is ${undoneStates[from]}.` : `Undone. ${formatCount(count)} photos are ${undoneStates[from]}.`;

export const NOT_SENT_MESSAGE = 'Not saved yet. We’ll save it once the server can be reached.';
export const ALL_SENT_MESSAGE = 'All decisions saved.';

/** @param photo the current photo; null if deleted */
export function decidedByOthersMessage(before: Photo, photo: Photo | null): string {
  const which = `a photo by ${before.uploader.name}`;
  if (!photo) return `${which.replace('a photo', 'A photo')} was deleted before review.`;
  const verb = photo.status === 'approved' ? 'approved' : 'rejected';
  return photo.moderated_by ? `${photo.moderated_by} ${verb} ${which}.` : `Someone else ${verb} ${which}.`;
}

/** Explains photos that did not change as decided. Null if all did. */
export function conflictMessage(sent: readonly Photo[], conflicts: readonly Conflict[], to: Status, lost: number): string | null {
  const others = conflicts.filter(({ photo }) => photo.status !== to);
  const deleted = lost - conflicts.length;
  const [conflict] = others;
  if (conflict && others.length === 1 && deleted === 0) {
    const name = conflict.moderated_by ?? 'Someone else';
    if (conflict.photo.status === 'pending')
      return `${name} moved a photo by ${conflict.photo.uploader.name} back to pending. It stays pending.`;
    return `${name} already ${conflict.photo.status} a photo by ${conflict.photo.uploader.name}. It stays ${conflict.photo.status}.`;
  }
  const parts: string[] = [];
  if (others.length > 0)
    parts.push(`${pluralize(others.length, 'photo was', 'photos were')} already reviewed by someone else and didn’t change.`);
  if (deleted > 0)
    parts.push(
      deleted === 1 && sent.length === 1
        ? 'The photo has been deleted.'
        : `${pluralize(deleted, 'photo was', 'photos were')} deleted in the meantime.`,
    );
  return parts.join(' ') || null;
}
