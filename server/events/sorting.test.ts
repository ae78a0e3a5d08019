import { describe, expect, it } from 'vitest';
import { decodeSortCursor, encodeSortCursor, placeOf, readSort } from '#server/events/sorting.ts';

const event = {
  id: '0199aa00-0000-7000-8000-0000000000e1',
  name: 'Ålesund | "night" 🎆',
  startsAt: new Date('2026-11-20T18:00:00.120Z'),
  createdAt: new Date('2026-11-01T09:00:00.001Z'),
  photosCount: 412,
};
const sorts = ['starts_at', '-starts_at', 'name', '-name', 'photos_count', '-photos_count', 'created_at', '-created_at'];
const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('the cursor of a sorted list', () => {
  it('comes back as it went, in each order and both directions', () => {
    for (const sort of sorts) {
      for (const direction of ['after', 'before'] as const) {
        const place = placeOf(event, readSort(sort).key);
        expect(decodeSortCursor(encodeSortCursor({ sort, direction, place }), sort)).toEqual({ sort, direction, place });
      }
    }
    expect(decodeSortCursor(undefined, 'name')).toBeNull();
  });

  it('of another order is refused', () => {
    const cursor = encodeSortCursor({ sort: 'name', direction: 'after', place: placeOf(event, 'name') });
    for (const sort of sorts.filter((one) => one !== 'name')) {
      expect(() => decodeSortCursor(cursor, sort)).toThrow(expect.objectContaining({ status: 422, code: 'invalid_request' }));
    }
  });

  it('of a list with the longest name of many-byte signs is no longer than the contract takes', () => {
    const place = placeOf({ ...event, name: '🎆'.repeat(120) }, 'name');
    expect(encodeSortCursor({ sort: '-name', direction: 'before', place }).length).toBeLessThanOrEqual(800);
  });

  it.each([
    ['-starts_at', 'nonsense'],
    ['-starts_at', encode('-starts_at after')],
    ['-starts_at', encode(`-starts_at after ${event.id} yesterday`)],
    ['-starts_at', encode(`-starts_at after ${event.id} 0000-01-01T00:00:00.000Z`)],
    ['-starts_at', encode(`-starts_at after ${event.id} 2026-13-01T00:00:00.000Z`)],
    ['-starts_at', encode("-starts_at after ' 2026-11-01T00:00:00.000Z")],
    ['-starts_at', encode(`-starts_at beside ${event.id} 2026-11-01T00:00:00.000Z`)],
    ['photos_count', encode(`photos_count after ${event.id} 99999999999`)],
    ['name', encode(`name after ${event.id} a\0b`)],
  ])('that nobody gave is refused: %s %s', (sort, cursor) => {
    expect(() => decodeSortCursor(cursor, sort)).toThrow(expect.objectContaining({ status: 422, code: 'invalid_request' }));
  });
});
