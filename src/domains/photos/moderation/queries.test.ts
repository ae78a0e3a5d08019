import { describe, expect, it } from 'vitest';
import type { Photo } from '#src/domains/photos/photo.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { upsertListedPhoto, removeListedPhoto, type ListData } from './queries.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 20, minute)).toISOString();
const photo = (id: string, minute: number, status: Photo['status'] = 'approved') => buildPhoto({ id, taken_at: at(minute), status });
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

describe('upsertListedPhoto', () => {
  const whole = list(null, [photo('d', 4), photo('c', 3)], [photo('a', 1)]);

  it('inserts a photo by capture time', () => {
    expect(ids(upsertListedPhoto(whole, photo('b', 2), 'approved'))).toBe('dc|ba');
    expect(ids(upsertListedPhoto(whole, photo('e', 5), 'approved'))).toBe('edc|a');
    expect(ids(upsertListedPhoto(whole, photo('0', 0), 'approved'))).toBe('dc|a0');
  });

  it('leaves photos beyond the loaded pages to later pages', () =>
    expect(ids(upsertListedPhoto(list('more', [photo('d', 4)]), photo('a', 1), 'approved'))).toBe('d'));

  it('removes photos with another status', () => expect(ids(upsertListedPhoto(whole, photo('c', 3, 'rejected'), 'approved'))).toBe('d|a'));

  it('removes deleted photos, and returns the same object for unknown ones', () => {
    expect(ids(removeListedPhoto(whole, 'a'))).toBe('dc|');
    expect(removeListedPhoto(whole, 'z')).toBe(whole);
  });

  it('updates a photo in place', () => {
    const again = upsertListedPhoto(whole, { ...photo('c', 3), likes: 7 }, 'approved');
    expect(ids(again)).toBe('dc|a');
    expect(again.pages[0]?.items[1]?.likes).toBe(7);
  });
});
