import type { components } from '#openapi/api.ts';

/** The sort key of a photo. */
export interface OrderKey {
  takenAt: number;
  id: string;
}

/**
 * The gallery order (docs/product.md, Photos): latest first, then later id first. The same as on the server
 * (server/photos/gallery-repository.ts).
 */
export function compareByTakenAt(a: OrderKey, b: OrderKey): number {
  if (a.takenAt !== b.takenAt) return b.takenAt - a.takenAt;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}

const keys = new WeakMap<Photo, OrderKey>();

/** Cached per photo: parsing dates is slow, and sorting needs the key thousands of times. */
export function orderKey(photo: Photo): OrderKey {
  let key = keys.get(photo);
  if (!key) {
    key = { takenAt: Date.parse(photo.taken_at), id: photo.id };
    keys.set(photo, key);
  }
  return key;
}

export type Photo = components['schemas']['Photo'];
export type PhotoPage = components['schemas']['PhotoPage'];
export type PhotoChange = components['schemas']['PhotoChange'];
export type Timeline = components['schemas']['Timeline'];
