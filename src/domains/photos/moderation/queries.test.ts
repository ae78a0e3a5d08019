import { describe, expect, it } from 'vitest';
import type { Photo } from '#src/domains/photos/photo.ts';
import { aPhoto } from '#tests/support/photos.ts';
import { upsertListedPhoto, removeListedPhoto, type ListData } from './queries.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 20, minute)).toISOString();
const photo = (id: string, minute: number, status: Photo['status'] = 'approved') => aPhoto({ id, taken_at: at(minute), status });
const list = (next: string | null, ...pages: Photo[][]): ListData => ({
  pages: pages.map((items, index) => ({
    items,
    next_cursor: index === pages.length - 1 ? next : 'more',
    previous_cursor: null,
    stream_position: 1,
  })),
  pageParams: pages.map(() => null),
});
const ids = (data: ListData) => data.pages.map((page) => page.items.map(({ id }) => id).join('')).join('|');

describe('a list of one status', () => {
  const whole = list(null, [photo('d', 4), photo('c', 3)], [photo('a', 1)]);

  it('takes a photo in where it was taken', () => {
    expect(ids(upsertListedPhoto(whole, photo('b', 2), 'approved'))).toBe('dc|ba');
    expect(ids(upsertListedPhoto(whole, photo('e', 5), 'approved'))).toBe('edc|a');
    expect(ids(upsertListedPhoto(whole, photo('0', 0), 'approved'))).toBe('dc|a0');
  });

  it('leaves to later pages what lies behind those that were read', () =>
    expect(ids(upsertListedPhoto(list('more', [photo('d', 4)]), photo('a', 1), 'approved'))).toBe('d'));

  it('loses what has another status now', () => expect(ids(upsertListedPhoto(whole, photo('c', 3, 'rejected'), 'approved'))).toBe('d|a'));

  it('loses what was deleted, and stays the same when that was not here', () => {
    expect(ids(removeListedPhoto(whole, 'a'))).toBe('dc|');
    expect(removeListedPhoto(whole, 'z')).toBe(whole);
  });

  it('holds a photo once, as it is now', () => {
    const again = upsertListedPhoto(whole, { ...photo('c', 3), likes: 7 }, 'approved');
    expect(ids(again)).toBe('dc|a');
    expect(again.pages[0]?.items[1]?.likes).toBe(7);
  });
});
