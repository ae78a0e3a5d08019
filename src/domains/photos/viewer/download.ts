import type { Photo } from '#src/domains/photos/photo.ts';
import { photoUrl } from '#src/shell/photo-url.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

/**
 * Starts a browser download, which needs no memory and survives navigation. Requests the photo first, because a download cannot renew the
 * session or explain a refusal.
 * @throws ApiError, NetworkError
 */
export async function startDownload(photo: Photo): Promise<void> {
  const path = { id: photo.event_id, photoId: photo.id };
  unwrap(await api.GET('/api/v1/event/{id}/photos/{photoId}', { params: { path } }));
  const link = document.createElement('a');
  link.href = photoUrl(photo, 'download');
  link.download = '';
  link.click();
}
