import { apiUrl } from '#src/transport/api-base.ts';

/**
 * The address of a photo's picture for this person. Each variant has its own (docs/product.md, Photos), and so has each watermark, and each picture
 * that is made of a proof: what an address stands for never changes, so caches can't mix them.
 */
export function photoUrl(
  { id, event_id: eventId, watermark }: { id: string; event_id: string; watermark: string | null },
  variant: 'thumb' | 'preview' | 'download',
): string {
  return apiUrl(`/api/v1/event/${eventId}/photos/${id}/${variant}${markOf(watermark)}`);
}

export const markOf = (watermark: string | null): string => (watermark ? `?mark=${watermark}` : '');
