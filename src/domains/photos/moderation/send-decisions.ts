// Decisions from the gallery and the viewer. Loaded on demand: they need a connection.
import type { QueryClient } from '@tanstack/react-query';
import { updateCachedPhotos } from '#src/domains/photos/gallery-cache.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { pluralize } from '#src/lib/format.ts';
import { toast } from '#src/ui/toast.ts';
import type { Status } from './decisions.ts';
import { moderationRequests } from './queries.ts';
import { conflictMessage } from './session-messages.ts';

const BATCH_SIZE = 200;

interface Decider {
  client: QueryClient;
  eventId: string;
  account: string;
}

/** Explains photos that others decided first. Resolves with those that have the status now. */
export async function sendDecisions(
  { client, eventId, account }: Decider,
  photos: readonly Photo[],
  to: Status,
  reason: string | null = null,
): Promise<Photo[]> {
  const decided: Photo[] = [];
  for (const [expected, same] of byStatus(photos)) {
    for (let first = 0; first < same.length; first += BATCH_SIZE) {
      const sent = same.slice(first, first + BATCH_SIZE);
      const { moderated, conflicts } = await moderationRequests(eventId, account).moderate({
        ids: sent.map(({ id }) => id),
        status: to,
        expected,
        ...(reason ? { reason } : {}),
      });
      updateCachedPhotos(client, account, eventId, [...moderated, ...conflicts.map(({ photo }) => photo)]);
      const words = conflictMessage(sent, conflicts, to, sent.length - moderated.length);
      if (words) toast.info(words);
      decided.push(...moderated);
    }
  }
  return decided;
}

interface Surroundings {
  /** The decision was made. */
  end: () => void;
  /** Runs the undo. */
  run: (undo: () => Promise<void>) => void;
}

/** Decides on selected photos, with an offer to undo it. */
export async function decideTogether(
  decider: Decider,
  photos: readonly Photo[],
  to: 'approved' | 'rejected',
  { end, run }: Surroundings,
): Promise<void> {
  const before = new Map(photos.map(({ id, status }) => [id, status]));
  const decided = await sendDecisions(decider, photos, to);
  end();
  if (decided.length === 0) return;
  toast.show(`${pluralize(decided.length, 'photo', 'photos')} ${to}`, {
    action: { label: 'Undo', onClick: () => run(() => undoDecisions(decider, decided, before)) },
  });
}

/** Restores each photo's previous status. */
export async function undoDecisions(decider: Decider, decided: readonly Photo[], before: ReadonlyMap<string, Status>): Promise<void> {
  const groups = new Map<Status, Photo[]>();
  for (const photo of decided) {
    const previous = before.get(photo.id) ?? 'pending';
    groups.set(previous, [...(groups.get(previous) ?? []), photo]);
  }
  for (const [previous, photos] of groups) await sendDecisions(decider, photos, previous);
}

/** The server moderates only photos with the expected status: one call per status. */
function byStatus(photos: readonly Photo[]): Map<Status, Photo[]> {
  const groups = new Map<Status, Photo[]>();
  for (const photo of photos) groups.set(photo.status, [...(groups.get(photo.status) ?? []), photo]);
  return groups;
}
