import type { Deps } from '#server/deps.ts';
import { watermarkFor } from '#server/events/policy.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { requireVisiblePhoto } from '#server/photos/operations/authorize.ts';
import { canDownloadPhoto } from '#server/photos/policy.ts';
import { createWatermarkedCopies } from '#server/photos/watermarked-copies.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * For what makes something of photos: the copy that this viewer may download, where it lies and how large it is; with a watermark where one belongs on it for them.
 * It is made now unless it is there. Throws a problem where they may have none.
 */
export function photoSourceOf(
  deps: Deps,
): (viewer: Viewer, eventId: string, photoId: string) => Promise<{ key: string; width: number; height: number }> {
  const derivatives = derivativesOf(deps);
  const marked = createWatermarkedCopies(deps, derivatives);
  return async (viewer, eventId, photoId) => {
    const { event, photo, reader } = await requireVisiblePhoto(deps.db, { id: eventId, photoId }, viewer);
    if (!canDownloadPhoto(reader, event, photo))
      throw forbidden('This event doesn’t allow downloads, so you can’t create images from its photos.');
    const { width, height } = photo;
    if (photo.state !== 'ready' || width === null || height === null)
      throw new Problem(409, 'not_ready', 'This photo is still processing, or can’t be read.');
    const size = { width, height };
    const watermark = watermarkFor(reader.relation, event);
    if (!watermark) {
      await derivatives.ensureDownload(photo);
      return { key: storageKeys.download(photo.id), ...size };
    }
    const key = await marked.ensure(photo, event.organizationId, 'download', watermark);
    if (key === null) throw notFound('photo');
    return { key, ...size };
  };
}
