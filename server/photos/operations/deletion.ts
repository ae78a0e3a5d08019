// Deletes and restores photos. Rows stay as tombstones; files stay until the sweep, for days if the photo is in the trash.
import type { FastifyRequest } from 'fastify';
import { audit, auditAll } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { coverCleared, recordChanges } from '#server/events/changes-repository.ts';
import { clearCover, type EventRow, lockEvent } from '#server/events/events-repository.ts';
import { requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { canModerate } from '#server/events/policy.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden } from '#server/http/problem.ts';
import {
  listPhotoIdsOf,
  listRemoved,
  type LockedPhoto,
  lockPhotos,
  makeTakenDownUnrestorable,
  markDeleted,
  markPhotosRestored,
  takeDownDeletedPhotos,
} from '#server/photos/moderation-repository.ts';
import { requireKnownPhoto } from '#server/photos/operations/authorize.ts';
import { findPhotos } from '#server/photos/photos-repository.ts';
import { canDeletePhoto, canRestorePhoto, canSeePhoto, isShown } from '#server/photos/policy.ts';
import { presentPhoto } from '#server/photos/presenter.ts';
import type { Viewer } from '#server/viewer.ts';

export function deletionCalls(deps: Deps) {
  const { db } = deps;
  const remove = (
    { viewer, request }: { viewer: Viewer; request: FastifyRequest },
    event: EventRow,
    ids: readonly string[],
    toTrash = false,
  ) => db.transaction((tx) => deleteEventPhotos(tx, event, ids, { userId: viewer.userId, toTrash, request }));
  const restore = ({ viewer, request }: { viewer: Viewer; request: FastifyRequest }, event: EventRow, ids: readonly string[]) =>
    db.transaction((tx) => restoreEventPhotos(deps, tx, event, ids, { userId: viewer.userId, request, action: 'photo.restore' }));

  return {
    async deletePhoto(call) {
      const { event, photo, reader } = await requireKnownPhoto(db, call.path, call.viewer);
      if (!canDeletePhoto(reader, event, photo)) throw forbidden('Only the photographer and the organization can delete this photo.');
      await remove(call, event, [photo.id]);
      return { status: 204 };
    },

    async deletePhotos(call) {
      const { viewer, path, body } = call;
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const reader = { userId: viewer.userId, relation };
      const found = await findPhotos(db, body.ids);
      const allowed = found.filter(
        (photo) => photo.eventId === event.id && canSeePhoto(reader, event, photo) && canDeletePhoto(reader, event, photo),
      );
      const deleted = new Set(allowed.map((photo) => photo.id));
      await remove(call, event, [...deleted], body.to_trash);
      // Photos that are hidden from the reader or belong to another event look like unknown ids.
      return { status: 200, body: { deleted: [...deleted], refused: body.ids.filter((id) => !deleted.has(id)) } };
    },

    async restorePhotos(call) {
      const { viewer, path, body } = call;
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const reader = { userId: viewer.userId, relation };
      const isAllowed = (photo: Awaited<ReturnType<typeof findPhotos>>[number]) =>
        photo.eventId === event.id && canRestorePhoto(reader, event, photo);
      const allowed = (await findPhotos(db, body.ids)).filter(isAllowed).map((photo) => photo.id);
      await restore(call, event, allowed);
      const there = (await findPhotos(db, allowed, viewer.userId)).filter((photo) => !photo.deletedAt);
      const restored = new Set(there.map((photo) => photo.id));
      return {
        status: 200,
        body: { restored: there.map((photo) => presentPhoto(photo, reader, event)), refused: body.ids.filter((id) => !restored.has(id)) },
      };
    },

    async removePhotosOfPerson({ viewer, path, body, request }) {
      const of = { eventId: path.id, uploaderId: path.userId, removalId: body.removal_id };
      const photos = await db.transaction(async (tx) => {
        const event = await lockModeratedEvent(tx, path.id, viewer);
        const ids = await listPhotoIdsOf(tx, event.id, path.userId);
        const action = 'event.remove_photos' as const;
        const options = { userId: viewer.userId, toTrash: true, request, removalId: body.removal_id, action };
        const removed = await deleteEventPhotos(tx, event, ids, options);
        if (removed.length > 0) {
          const entry = removalEntry(event, path.userId, removed.length);
          await audit(tx, { ...entry, action, actorId: viewer.userId, request });
        }
        return (await listRemoved(tx, of)).length;
      });
      return { status: 200, body: { photos } };
    },

    async restorePhotosOfPerson({ viewer, path, body, request }) {
      const of = { eventId: path.id, uploaderId: path.userId, removalId: body.removal_id };
      const photos = await db.transaction(async (tx) => {
        const event = await lockModeratedEvent(tx, path.id, viewer);
        const action = 'event.restore_photos' as const;
        const restored = await restoreEventPhotos(deps, tx, event, await listRemoved(tx, of), { userId: viewer.userId, request, action });
        if (restored.length > 0)
          await audit(tx, { ...removalEntry(event, path.userId, restored.length), action, actorId: viewer.userId, request });
        return restored.length;
      });
      return { status: 200, body: { photos } };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}

const removalEntry = ({ id, organizationId }: EventRow, authorId: string, photos: number) => ({
  subjectType: 'event' as const,
  subjectId: id,
  organizationId,
  detail: { user_id: authorId, photos },
});

/** Locks the event against a removal and its reverse at the same time. Incoming photos don't wait. */
async function lockModeratedEvent(tx: Tx, eventId: string, viewer: Viewer): Promise<EventRow> {
  await lockEvent(tx, eventId, 'change');
  const { event, relation } = await requireVisibleEvent(tx, eventId, viewer);
  if (!canModerate(relation, event)) throw forbidden('Only this event’s organization can do this.');
  return event;
}

interface DeletionOptions {
  /** Null: the retention of the event. */
  userId: string | null;
  toTrash?: boolean;
  request?: Pick<FastifyRequest, 'ip' | 'id'>;
  /** By the platform, and why. Neither its author nor the organization brings it back. */
  takeDown?: { reason: string; authorId: string };
  /** So that its reverse restores these photos alone. */
  removalId?: string;
  /** What the trail calls it. Of many photos of an event the caller writes one entry. */
  action?: 'photo.delete' | 'photo.remove_reported' | 'event.remove_photos' | 'event.expire_photos';
}

/** More changes than this are one: streams that are further behind reload their gallery anyway. */
const MAX_SINGLE_CHANGES = 500;
const reset = [{ kind: 'reset' as const, photoId: null, wasShown: false }];

/**
 * Deletes photos. Photos that the platform took down become permanently deleted. A takedown of a deleted photo ends the restore period of its
 * deleter. Resolves with the photos that changed.
 */
export async function deleteEventPhotos(
  tx: Tx,
  event: { id: string; organizationId: string },
  ids: readonly string[],
  { userId, toTrash = false, request, takeDown, removalId, action: plain = 'photo.delete' }: DeletionOptions,
): Promise<LockedPhoto[]> {
  const held = await lockPhotos(tx, event.id, ids);
  const before = held.filter((photo) => photo.deletedAt).map(({ id }) => id);
  const claimed = takeDown && userId !== null ? await takeDownDeletedPhotos(tx, before, userId, takeDown.reason) : [];
  if (!takeDown) await makeTakenDownUnrestorable(tx, before);
  const gone = held.filter((photo) => !photo.deletedAt);
  const removed = [...gone, ...held.filter(({ id }) => claimed.includes(id))];
  const { id: eventId, organizationId } = event;
  const action = takeDown ? 'photo.take_down' : plain;
  const detail = takeDown && { reason: takeDown.reason, event_id: eventId, author_id: takeDown.authorId };
  const entry = { actorId: userId, subjectType: 'photo', organizationId, ...(request && { request }), ...(detail && { detail }) } as const;
  if (action !== 'event.remove_photos' && action !== 'event.expire_photos')
    await auditAll(
      tx,
      removed.map(({ id: subjectId }) => ({ ...entry, action, subjectId })),
    );
  if (gone.length === 0) return removed;
  const goneIds = gone.map((photo) => photo.id);
  await markDeleted(tx, goneIds, { by: userId, inTrash: toTrash, takeDownReason: takeDown?.reason ?? null, removalId });
  const isCoverGone = await clearCover(tx, eventId, goneIds);
  const each = gone.map((photo) => ({ kind: 'removed' as const, photoId: photo.id, wasShown: isShown(photo) }));
  const changes = each.length > MAX_SINGLE_CHANGES ? reset : each;
  await recordChanges(tx, eventId, isCoverGone ? [...changes, coverCleared] : changes, { photos: -gone.length, bytes: -bytesOf(gone) });
  return removed;
}

interface RestoreOptions {
  userId: string;
  request: Pick<FastifyRequest, 'ip' | 'id'>;
  /** What the trail calls it. */
  action: 'photo.restore' | 'photo.put_back' | 'event.restore_photos';
}

/** Restores deleted photos whose files exist. Resolves with their ids. */
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
  // Deleted photos are not derived, so this photo may have no derivatives yet, or those of its proof.
  for (const { id, state, showsProof } of back)
    if (state === 'processing' || showsProof) await jobs.add(tx, 'derive-photo', { photoId: id }, { key: `derive-photo:${id}` });
  const { id: eventId, organizationId } = event;
  if (action !== 'event.restore_photos')
    await auditAll(
      tx,
      back.map(({ id: subjectId }) => ({ action, actorId: userId, subjectType: 'photo', subjectId, organizationId, request })),
    );
  const each = back.map((photo) => ({ kind: 'added' as const, photoId: photo.id, wasShown: false }));
  const changes = each.length > MAX_SINGLE_CHANGES ? reset : each;
  await recordChanges(tx, eventId, changes, { photos: back.length, bytes: bytesOf(back) });
  return restored;
}

const bytesOf = (held: readonly LockedPhoto[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);
