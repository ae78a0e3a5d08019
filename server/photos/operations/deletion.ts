import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import { requireVisibleEvent } from '#server/events/operations/authorize.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden } from '#server/http/problem.ts';
import { restoreEventPhotos, deleteEventPhotos } from '#server/photos/deletion.ts';
import { requireKnownPhoto } from '#server/photos/operations/authorize.ts';
import { findPhotos } from '#server/photos/photos-repository.ts';
import { canDeletePhoto, canRestorePhoto, canSeePhoto } from '#server/photos/policy.ts';
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
      // What is hidden from the reader, or of another event, is not told from what never was.
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
  } satisfies Partial<OperationsOf<'photos'>>;
}
