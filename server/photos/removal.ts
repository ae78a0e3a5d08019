// Deleting photos: their rows stay as tombstones, and their files until the sweep.
import type { FastifyRequest } from 'fastify';
import { auditAll } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import { coverGone, recordChanges } from '#server/events/changes.ts';
import { clearCover } from '#server/events/repository.ts';
import { holdPhotos, markDeleted, type HeldPhoto } from '#server/photos/moderation-repository.ts';
import { isShown } from '#server/photos/policy.ts';

interface Remover {
  userId: string;
  request: Pick<FastifyRequest, 'ip' | 'id'>;
}

/** Deletes those that are not deleted yet. */
export async function removePhotos(
  tx: Tx,
  event: { id: string; organizationId: string },
  ids: readonly string[],
  { userId, request }: Remover,
): Promise<void> {
  const held = await holdPhotos(tx, event.id, ids);
  const gone = held.filter((photo) => !photo.deletedAt);
  if (gone.length === 0) return;
  const goneIds = gone.map((photo) => photo.id);
  await markDeleted(tx, goneIds, userId);
  const isCoverGone = await clearCover(tx, event.id, goneIds);
  const { id: eventId, organizationId } = event;
  await auditAll(
    tx,
    goneIds.map((id) => ({ action: 'photo.delete', actorId: userId, subjectType: 'photo', subjectId: id, organizationId, request })),
  );
  const changes = gone.map((photo) => ({ kind: 'removed' as const, photoId: photo.id, wasShown: isShown(photo) }));
  await recordChanges(tx, eventId, isCoverGone ? [...changes, coverGone] : changes, { photos: -gone.length, bytes: -bytesOf(gone) });
}

export const bytesOf = (held: readonly HeldPhoto[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);
