import type { components } from '#openapi/api.ts';
import { apiUrl } from '#src/transport/base.ts';

export type Photo = components['schemas']['Photo'];
export type PhotoPage = components['schemas']['PhotoPage'];
export type PhotoChange = components['schemas']['PhotoChange'];
export type Timeline = components['schemas']['Timeline'];

/** Each variant of a photo has its own URL (docs/product.md B3.4). */
export function photoFile(photo: { id: string; event_id: string }, variant: 'thumb' | 'preview' | 'download' | 'original'): string {
  return apiUrl(`/api/v1/event/${photo.event_id}/photos/${photo.id}/${variant}`);
}

/** Where a photo stands. */
export interface OrderKey {
  takenAt: number;
  id: string;
}

/** The gallery's order everywhere (docs/product.md B3.4): latest taken first, then by id, the later id first. Negative when `a` stands before `b`. */
export function byTaken(a: OrderKey, b: OrderKey): number {
  if (a.takenAt !== b.takenAt) return b.takenAt - a.takenAt;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}

const keys = new WeakMap<Photo, OrderKey>();

/** Kept with the photo: reading a date is slow, and one order is asked for thousands of times. */
export function orderKey(photo: Photo): OrderKey {
  let key = keys.get(photo);
  if (!key) {
    key = { takenAt: Date.parse(photo.taken_at), id: photo.id };
    keys.set(photo, key);
  }
  return key;
}
