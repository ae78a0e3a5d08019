import { photoUrl, type Photo } from '#src/domains/photos/photo.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

/**
 * Hands the photo to the browser's own downloads: large files need no memory and survive leaving the page. Asks for the photo first, because a
 * download cannot renew a session or say in words why it was refused.
 * @throws ApiError, NetworkError
 */
export async function startDownload(photo: Photo): Promise<void> {
  const path = { id: photo.event_id, photoId: photo.id };
  unwrap(await api.GET('/api/v1/event/{id}/photos/{photoId}', { params: { path } }));
  const link = document.createElement('a');
  link.href = photoUrl(photo, 'download');
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
