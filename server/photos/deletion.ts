// Deleting photos, and bringing them back: their rows stay as tombstones, and their files until the sweep; of those in the trash, for days.
import type { FastifyRequest } from 'fastify';
import { auditAll } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { coverCleared, recordChanges } from '#server/events/changes-repository.ts';
import { clearCover } from '#server/events/events-repository.ts';
import {
  makeTakenDownUnrestorable,
  lockPhotos,
  markDeleted,
  markPhotosRestored,
  takeDownDeletedPhotos,
  type LockedPhoto,
} from '#server/photos/moderation-repository.ts';
import { isShown } from '#server/photos/policy.ts';

interface DeletionOptions {
  userId: string;
  toTrash?: boolean;
  request: Pick<FastifyRequest, 'ip' | 'id'>;
  /** By the platform, and why. Neither its author nor the organization brings it back. */
  takeDown?: { reason: string; authorId: string };
}

/**
 * Deletes those that are not deleted yet. Of the others what was taken down is nobody's to bring back from then on, and what the platform takes
 * down is no more to be restored by whoever deleted it. Resolves with those for which that is new.
 */
export async function deleteEventPhotos(
  tx: Tx,
  event: { id: string; organizationId: string },
  ids: readonly string[],
  { userId, toTrash = false, request, takeDown }: DeletionOptions,
): Promise<LockedPhoto[]> {
  const held = await lockPhotos(tx, event.id, ids);
  const before = held.filter((photo) => photo.deletedAt).map(({ id }) => id);
  const claimed = takeDown ? await takeDownDeletedPhotos(tx, before, userId, takeDown.reason) : [];
  if (!takeDown) await makeTakenDownUnrestorable(tx, before);
  const gone = held.filter((photo) => !photo.deletedAt);
  const removed = [...gone, ...held.filter(({ id }) => claimed.includes(id))];
  const { id: eventId, organizationId } = event;
  const action = takeDown ? 'photo.take_down' : 'photo.delete';
  const detail = takeDown && { reason: takeDown.reason, event_id: eventId, author_id: takeDown.authorId };
  const entry = { action, actorId: userId, subjectType: 'photo', organizationId, request, ...(detail && { detail }) } as const;
  await auditAll(
    tx,
    removed.map(({ id: subjectId }) => ({ ...entry, subjectId })),
  );
  if (gone.length === 0) return removed;
  const goneIds = gone.map((photo) => photo.id);
  await markDeleted(tx, goneIds, { by: userId, inTrash: toTrash, takeDownReason: takeDown?.reason ?? null });
  const isCoverGone = await clearCover(tx, eventId, goneIds);
  const changes = gone.map((photo) => ({ kind: 'removed' as const, photoId: photo.id, wasShown: isShown(photo) }));
  await recordChanges(tx, eventId, isCoverGone ? [...changes, coverCleared] : changes, { photos: -gone.length, bytes: -bytesOf(gone) });
  return removed;
}

interface RestoreOptions {
  userId: string;
  request: Pick<FastifyRequest, 'ip' | 'id'>;
  /** What the trail calls it. */
  action: 'photo.restore' | 'photo.put_back';
}

/** Takes the deletion of those back whose files are still there. Resolves with their ids. */
export async function restoreEventPhotos(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  event: { id: string; organizationId: string },
  ids: readonly string[],
  { userId, request, action }: RestoreOptions,
): Promise<string[]> {
  const held = await lockPhotos(tx, event.id, ids);
  const restored = await markPhotosRestored(
    tx,
    held.filter((photo) => photo.deletedAt).map((photo) => photo.id),
  );
  const back = held.filter((photo) => restored.includes(photo.id));
  if (back.length === 0) return [];
  // What was not prepared before it was deleted was left alone since.
  for (const { id, state } of back)
    if (state === 'processing') await jobs.add(tx, 'derive-photo', { photoId: id }, { key: `derive-photo:${id}` });
  const { id: eventId, organizationId } = event;
  await auditAll(
    tx,
    back.map(({ id: subjectId }) => ({ action, actorId: userId, subjectType: 'photo', subjectId, organizationId, request })),
  );
  const changes = back.map((photo) => ({ kind: 'added' as const, photoId: photo.id, wasShown: false }));
  await recordChanges(tx, eventId, changes, { photos: back.length, bytes: bytesOf(back) });
  return restored;
}

const bytesOf = (held: readonly LockedPhoto[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);
