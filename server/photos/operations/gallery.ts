import type { Deps } from '#server/deps.ts';
import { lastChangeSeq } from '#server/events/changes-repository.ts';
import { requireVisible } from '#server/events/operations/authorize.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden } from '#server/http/problem.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import { photoDeleted, requireVisiblePhoto } from '#server/photos/operations/authorize.ts';
import { readFilters } from '#server/photos/operations/filters.ts';
import { setLike } from '#server/photos/photos-repository.ts';
import type { PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import { canLikePhoto, galleryScope } from '#server/photos/policy.ts';
import { presentLike, presentPhoto } from '#server/photos/presenter.ts';
import type { Viewer } from '#server/viewer.ts';

export function galleryCalls({ db }: Deps, rights: Pick<PictureAccessCache, 'findEvent'>) {
  /** Likes travel as the wished state: repeating or reordering a wish is harmless. */
  const wish = async (call: { path: { id: string; photoId: string }; viewer: Viewer }, liked: boolean) => {
    const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
    if (!canLikePhoto(reader, event, photo)) throw forbidden('You can view this photo, but not like it.');
    const likes = await setLike(db, photo, call.viewer.userId, liked);
    if (likes === null) throw photoDeleted();
    return { status: 200 as const, body: presentLike(photo.id, likes, liked) };
  };

  return {
    async listPhotos({ viewer, path, query }) {
      const { event, relation } = requireVisible(await rights.findEvent(path.id.toLowerCase(), viewer.userId), viewer);
      const reader = { userId: viewer.userId, relation };
      const filters = readFilters(query);
      // Read before the page: a change in between is in the page already and comes once more, which is harmless; the other way it would be lost.
      const streamPosition = await lastChangeSeq(db, event.id);
      const view = { eventId: event.id, userId: viewer.userId, scope: galleryScope(reader, event), filters };
      const { rows, cursors } = await galleryOrder.page({ sort: '-taken_at', ...query }, (range) => listGallery(db, view, range));
      const items = rows.map((photo) => presentPhoto(photo, reader, event));
      return { status: 200, body: { items, ...cursors, stream_position: streamPosition } };
    },

    async getPhoto({ viewer, path }) {
      const { event, photo, reader } = await requireVisiblePhoto(db, path, viewer);
      return { status: 200, body: presentPhoto(photo, reader, event) };
    },

    likePhoto: (call) => wish(call, true),
    unlikePhoto: (call) => wish(call, false),
  } satisfies Partial<OperationsOf<'photos'>>;
}
