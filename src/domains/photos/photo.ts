import type { components } from '#openapi/api.ts';
import { apiUrl } from '#src/transport/api-base.ts';

export type Photo = components['schemas']['Photo'];
export type PhotoPage = components['schemas']['PhotoPage'];
export type PhotoChange = components['schemas']['PhotoChange'];
export type Timeline = components['schemas']['Timeline'];

/** Each variant of a photo has its own URL (docs/product.md B3.4), and so has each watermark on it: no cache mistakes one for another. */
export function photoUrl(photo: Pick<Photo, 'id' | 'event_id' | 'watermark'>, variant: 'thumb' | 'preview' | 'download'): string {
  return apiUrl(`/api/v1/event/${photo.event_id}/photos/${photo.id}/${variant}${photo.watermark ? `?mark=${photo.watermark}` : ''}`);
}
