import { describe, expect, it } from 'vitest';
import { aPhoto } from '#tests/support/photos.ts';
import { applyChange, putPhoto, streamPosition, type Pages } from './changes.ts';
import type { Photo, PhotoChange } from './photo.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 20, minute)).toISOString();
const taken = (id: string, minute: number, more: Partial<Photo> = {}): Photo => aPhoto({ id, taken_at: at(minute), ...more });

/** Pages as the server cut them: `more` says that there is another behind the last. */
function pages(more: boolean, ...photos: Photo[][]): Pages {
  return {
    pageParams: photos.map((_, index) => (index === 0 ? null : `page-${index}`)),
    pages: photos.map((items, index) => ({
      items,
      next_cursor: index < photos.length - 1 || more ? `page-${index + 1}` : null,
      stream_position: 10,
    })),
  };
}

const ids = (data: Pages): string[][] => data.pages.map((page) => page.items.map((photo) => photo.id));
const added = (seq: number, photo: Photo): PhotoChange => ({ seq, kind: 'added', photo_id: photo.id, photo, likes: null });
const likes = (seq: number, photoId: string, count: number): PhotoChange => ({
  seq,
  kind: 'likes',
  photo_id: photoId,
  photo: null,
  likes: count,
});
const NONE: ReadonlySet<string> = new Set();

describe('a photo that the stream tells of', () => {
  it('stands in front when it is the latest', () => {
    const data = applyChange(pages(false, [taken('b', 5), taken('a', 1)]), added(11, taken('c', 9)), NONE);
    expect(ids(data)).toEqual([['c', 'b', 'a']]);
  });

  it('stands where it was taken, not when it arrived', () => {
    const data = applyChange(pages(true, [taken('d', 9), taken('c', 7)], [taken('b', 5), taken('a', 1)]), added(11, taken('x', 3)), NONE);
    expect(ids(data)).toEqual([
      ['d', 'c'],
      ['b', 'x', 'a'],
    ]);
  });

  it('stands by id when two were taken in the same millisecond, the later id first', () => {
    const data = applyChange(pages(false, [taken('c', 5), taken('a', 5)]), added(11, taken('b', 5)), NONE);
    expect(ids(data)).toEqual([['c', 'b', 'a']]);
  });

  it('waits for its page when it lies behind what is loaded, and joins the end when there is no more', () => {
    const late = added(11, taken('x', 0));
    expect(ids(applyChange(pages(true, [taken('a', 1)]), late, NONE))).toEqual([['a']]);
    expect(ids(applyChange(pages(false, [taken('a', 1)]), late, NONE))).toEqual([['a', 'x']]);
  });

  it('opens an empty gallery', () => {
    expect(ids(applyChange(pages(false, []), added(11, taken('a', 1)), NONE))).toEqual([['a']]);
  });

  it('is there once, however often it is told', () => {
    const change = added(11, taken('b', 5));
    const once = applyChange(pages(false, [taken('a', 1)]), change, NONE);
    expect(ids(applyChange(once, change, NONE))).toEqual([['b', 'a']]);
  });

  it('moves when its time was corrected', () => {
    const data = applyChange(pages(false, [taken('c', 9), taken('b', 5), taken('a', 1)]), added(11, taken('c', 3)), NONE);
    expect(ids(data)).toEqual([['b', 'c', 'a']]);
  });
});

describe('a change of a photo that is here', () => {
  it('keeps what only this reader knows: whether they like it', () => {
    const data = pages(false, [taken('a', 1, { is_liked: true, likes: 2, state: 'processing' })]);
    const changed = applyChange(
      data,
      { ...added(11, taken('a', 1, { is_liked: false, likes: 3, state: 'ready' })), kind: 'changed' },
      NONE,
    );
    expect(changed.pages[0]?.items[0]).toMatchObject({ is_liked: true, likes: 3, state: 'ready' });
  });

  it('takes it away when it is gone, or no longer this reader’s to see', () => {
    const data = pages(false, [taken('b', 5), taken('a', 1)]);
    expect(ids(applyChange(data, { seq: 11, kind: 'removed', photo_id: 'b', photo: null, likes: null }, NONE))).toEqual([['a']]);
  });

  it('brings the number of likes', () => {
    const data = applyChange(pages(false, [taken('a', 1)]), likes(11, 'a', 7), NONE);
    expect(data.pages[0]?.items[0]?.likes).toBe(7);
  });

  it('leaves the number alone while this reader’s own like is under way: it may hold it already', () => {
    const data = applyChange(pages(false, [taken('a', 1, { likes: 3 })]), likes(11, 'a', 4), new Set(['a']));
    expect(data.pages[0]?.items[0]?.likes).toBe(3);
  });
});

describe('the position in the stream', () => {
  it('moves on with each change, also with one that changes nothing here, and never back', () => {
    let data = pages(true, [taken('a', 1)]);
    data = applyChange(data, likes(14, 'unknown', 1), NONE);
    expect(streamPosition(data)).toBe(14);
    data = applyChange(data, likes(12, 'a', 1), NONE);
    expect(streamPosition(data)).toBe(14);
  });

  it('is that of the first page: later pages were read later, and hear some changes twice', () => {
    const data = pages(true, [taken('b', 5)], [taken('a', 1)]);
    if (data.pages[1]) data.pages[1].stream_position = 20;
    expect(streamPosition(data)).toBe(10);
  });

  it('is unknown while nothing was read', () => expect(streamPosition(undefined)).toBeNull());
});

it('a delivered photo enters the gallery without the stream, and leaves the position alone', () => {
  const data = putPhoto(pages(false, [taken('a', 1)]), taken('b', 5));
  expect(ids(data)).toEqual([['b', 'a']]);
  expect(streamPosition(data)).toBe(10);
});
