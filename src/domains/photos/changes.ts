// How what the stream tells becomes part of the pages that are already here. Pure: the query cache is changed in queries.ts.
import type { InfiniteData } from '@tanstack/react-query';
import { byTaken, orderKey, type Photo, type PhotoChange, type PhotoPage } from './photo.ts';

export type Pages = InfiniteData<PhotoPage>;

/** Where the stream goes on: the number of the last change that all of these pages hold. Null while no page is here. */
export const streamPosition = (data: Pages | undefined): number | null => data?.pages[0]?.stream_position ?? null;

export function findPhoto(data: Pages | undefined, photoId: string): Photo | undefined {
  for (const page of data?.pages ?? []) {
    const found = page.items.find((photo) => photo.id === photoId);
    if (found) return found;
  }
  return undefined;
}

/** Changes what is held about one photo; the same object when it is not held. */
export function updatePhoto(data: Pages, photoId: string, update: (photo: Photo) => Photo): Pages {
  if (!findPhoto(data, photoId)) return data;
  const pages = data.pages.map((page) =>
    page.items.some((photo) => photo.id === photoId)
      ? { ...page, items: page.items.map((photo) => (photo.id === photoId ? update(photo) : photo)) }
      : page,
  );
  return { ...data, pages };
}

export function removePhoto(data: Pages, photoId: string): Pages {
  if (!findPhoto(data, photoId)) return data;
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter((photo) => photo.id !== photoId) })) };
}

/**
 * Puts a photo where the gallery's order wants it, once. One that lies behind the last page loaded so far is left out: the page that holds
 * it will bring it.
 */
export function putPhoto(data: Pages, photo: Photo): Pages {
  const held = findPhoto(data, photo.id);
  if (held && held.taken_at === photo.taken_at) return updatePhoto(data, photo.id, () => photo);
  const pages = removePhoto(data, photo.id).pages;
  const stands = orderKey(photo);
  const before = (other: Photo): boolean => byTaken(stands, orderKey(other)) < 0;
  let target = pages.findIndex((page) => page.items.some(before));
  if (target === -1) {
    const moreToCome = pages.at(-1)?.next_cursor != null;
    if (moreToCome || pages.length === 0) return { ...data, pages };
    target = pages.length - 1;
  }
  return {
    ...data,
    pages: pages.map((page, index) => {
      if (index !== target) return page;
      const at = page.items.findIndex(before);
      const items = at === -1 ? [...page.items, photo] : page.items.toSpliced(at, 0, photo);
      return { ...page, items };
    }),
  };
}

/**
 * Applies one change of the stream and moves the position on.
 * @param wished photos whose like is still under way from here: their count in the stream may or may not hold that wish already, so it is
 *   read once the wish has arrived instead
 */
export function applyChange(data: Pages, change: PhotoChange, wished: ReadonlySet<string>): Pages {
  return moveTo(applyContent(data, change, wished), change.seq);
}

function applyContent(data: Pages, change: PhotoChange, wished: ReadonlySet<string>): Pages {
  const { photo_id: photoId, photo, likes } = change;
  if (photoId === null) return data;
  if (change.kind === 'removed') return removePhoto(data, photoId);
  if (change.kind === 'likes') {
    if (likes === null || wished.has(photoId)) return data;
    return updatePhoto(data, photoId, (held) => ({ ...held, likes }));
  }
  if (!photo) return data;
  // The stream does not know what this reader likes (contract, PhotoChange): that stays as held.
  const held = findPhoto(data, photoId);
  return putPhoto(data, held ? { ...photo, is_liked: held.is_liked, likes: wished.has(photoId) ? held.likes : photo.likes } : photo);
}

function moveTo(data: Pages, seq: number): Pages {
  const [first, ...rest] = data.pages;
  if (!first || first.stream_position >= seq) return data;
  return { ...data, pages: [{ ...first, stream_position: seq }, ...rest] };
}
