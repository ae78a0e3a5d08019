// What lies in the lists of waiting, approved and rejected photos as decisions are made, here and elsewhere. Pure.
import type { InfiniteData } from '@tanstack/react-query';
import { compareByTakenAt, orderKey } from '#src/domains/photos/order.ts';
import type { Photo, PhotoPage } from '#src/domains/photos/photo.ts';
import type { Status } from './decisions.ts';

export type ListData = InfiniteData<PhotoPage>;

function leaveOut(data: ListData, photoId: string): ListData {
  if (!data.pages.some((page) => page.items.some((photo) => photo.id === photoId))) return data;
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter((photo) => photo.id !== photoId) })) };
}

/** A photo as it now is, in the list of one status. One that lies behind the pages read so far is left to the page that holds it. */
export function upsertListedPhoto(data: ListData, photo: Photo, status: Status): ListData {
  if (photo.status !== status) return leaveOut(data, photo.id);
  const place = orderKey(photo);
  const held = data.pages.some((page) => page.items.some((each) => each.id === photo.id));
  if (held) {
    const replace = (each: Photo) => (each.id === photo.id ? { ...photo, is_liked: each.is_liked } : each);
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(replace) })) };
  }
  const behind = (each: Photo) => compareByTakenAt(place, orderKey(each)) < 0;
  const found = data.pages.findIndex((page) => page.items.some(behind));
  const isWhole = data.pages.at(-1)?.next_cursor === null;
  const target = found === -1 && isWhole ? data.pages.length - 1 : found;
  if (target === -1) return data;
  const pages = data.pages.map((page, index) => {
    if (index !== target) return page;
    const at = page.items.findIndex(behind);
    return { ...page, items: at === -1 ? [...page.items, photo] : page.items.toSpliced(at, 0, photo) };
  });
  return { ...data, pages };
}

export const unlisted = leaveOut;
