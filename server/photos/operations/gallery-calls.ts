import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#server/accounts/viewer.ts';
import { auditAll } from '#server/audit.ts';
import type { Deps } from '#server/deps.ts';
import { requireVisibleEvent } from '#server/events/operations/find.ts';
import { clearCover, type EventRow } from '#server/events/repository.ts';
import { requireAccount } from '#server/http/account.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import type { Operations } from '#server/http/operation.ts';
import { forbidden } from '#server/http/problem.ts';
import { coverGone, lastChange, recordChange, recordChanges } from '#server/photos/changes.ts';
import { listGallery } from '#server/photos/gallery-repository.ts';
import { holdPhotos, markDeleted } from '#server/photos/moderation-repository.ts';
import { readFilters } from '#server/photos/operations/filters.ts';
import { photoDeleted, requireKnownPhoto, requireVisiblePhoto } from '#server/photos/operations/find.ts';
import { canDeletePhoto, canLikePhoto, canSeePhoto, galleryScope, isShown } from '#server/photos/policy.ts';
import { presentLike, presentPhoto } from '#server/photos/presenter.ts';
import { findPhotos, setLike } from '#server/photos/repository.ts';

type GalleryCalls = 'listPhotos' | 'getPhoto' | 'deletePhoto' | 'deletePhotos' | 'likePhoto' | 'unlikePhoto';

export function galleryCalls({ db }: Deps): Operations<GalleryCalls> {
  /** Likes travel as the wished state: repeating or reordering a wish is harmless. */
  const wish = async (
    call: { path: { id: string; photoId: string }; header: { 'x-account'?: string }; viewer: Viewer },
    liked: boolean,
  ) => {
    requireAccount(call);
    const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
    if (!canLikePhoto(reader, event, photo)) throw forbidden('You may look at this photo, but not like it.');
    const likes = await db.transaction(async (tx) => {
      const set = await setLike(tx, photo.id, call.viewer.userId, liked);
      if (!set) throw photoDeleted();
      if (set.changed) await recordChange(tx, event.id, 'likes', photo.id);
      return set.likes;
    });
    return { status: 200 as const, body: presentLike(photo.id, likes, liked) };
  };

  /** Deletes those that are not deleted yet. */
  const remove = (call: { viewer: Viewer; request: FastifyRequest }, event: EventRow, ids: readonly string[]) =>
    db.transaction(async (tx) => {
      const held = await holdPhotos(tx, event.id, ids);
      const gone = held.filter((photo) => !photo.deletedAt);
      if (gone.length === 0) return;
      const goneIds = gone.map((photo) => photo.id);
      await markDeleted(tx, goneIds);
      const isCoverGone = await clearCover(tx, event.id, goneIds);
      await auditAll(
        tx,
        gone.map((photo) => ({
          action: 'photo.delete',
          actorId: call.viewer.userId,
          subjectType: 'photo',
          subjectId: photo.id,
          organizationId: event.organizationId,
          request: call.request,
        })),
      );
      const changes = gone.map((photo) => ({ kind: 'removed' as const, photoId: photo.id, wasShown: isShown(photo) }));
      await recordChanges(tx, event.id, isCoverGone ? [...changes, coverGone] : changes, -gone.length);
    });

  return {
    async listPhotos({ viewer, path, query }) {
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const reader = { userId: viewer.userId, relation };
      const filters = readFilters(query);
      const limit = query.limit ?? 50;
      const after = decodeCursor(query.cursor);
      // Read before the page: a change in between is in the page already and comes once more, which is harmless; the other way it would be lost.
      const streamPosition = await lastChange(db, event.id);
      const view = { eventId: event.id, userId: viewer.userId, scope: galleryScope(reader, event), filters };
      const found = await listGallery(db, view, after, limit + 1);
      const { rows, nextCursor } = toPage(found, limit, (photo) => ({ at: photo.takenAt, id: photo.id }));
      const items = rows.map((photo) => presentPhoto(photo, reader, event));
      return { status: 200, body: { items, next_cursor: nextCursor, stream_position: streamPosition } };
    },

    async getPhoto({ viewer, path }) {
      const { event, photo, reader } = await requireVisiblePhoto(db, path, viewer);
      return { status: 200, body: presentPhoto(photo, reader, event) };
    },

    async deletePhoto(call) {
      requireAccount(call);
      const { event, photo, reader } = await requireKnownPhoto(db, call.path, call.viewer);
      if (!canDeletePhoto(reader, event, photo)) throw forbidden('Only its author and the organization may delete this photo.');
      await remove(call, event, [photo.id]);
      return { status: 204 };
    },

    async deletePhotos(call) {
      requireAccount(call);
      const { viewer, path, body } = call;
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const reader = { userId: viewer.userId, relation };
      const found = await findPhotos(db, body.ids);
      const allowed = found.filter(
        (photo) => photo.eventId === event.id && canSeePhoto(reader, event, photo) && canDeletePhoto(reader, event, photo),
      );
      const deleted = new Set(allowed.map((photo) => photo.id));
      await remove(call, event, [...deleted]);
      // What is hidden from the reader, or of another event, is not told from what never was.
      return { status: 200, body: { deleted: [...deleted], refused: body.ids.filter((id) => !deleted.has(id)) } };
    },

    likePhoto: (call) => wish(call, true),
    unlikePhoto: (call) => wish(call, false),
  };
}
