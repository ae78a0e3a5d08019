import { describe, expect, it } from 'vitest';
import { filterOf, parseLibrarySearch } from './library-search.ts';

describe('the URL of a library', () => {
  it('is parsed from router values, without invalid choices', () => {
    expect(
      parseLibrarySearch({ q: 50, source: 'photos', view: 'favourites', time: 'week', image: 'a', collection: 'b', model: 'm' }),
    ).toEqual({
      q: '50',
      source: 'photos',
      view: 'favourites',
      time: 'week',
      image: 'a',
      collection: 'b',
      model: 'm',
    });
    expect(
      parseLibrarySearch({ q: '', source: 'elsewhere', view: 'all', time: 'century', image: null, collection: [], model: {} }),
    ).toEqual({});
  });

  it('maps to the matching server filter', () => {
    expect(filterOf({})).toEqual({});
    expect(filterOf({ image: 'a' })).toEqual({});
    expect(filterOf({ view: 'mine', source: 'generated', model: 'm', q: 'cat' })).toEqual({
      q: 'cat',
      source: 'generated',
      mine: true,
      model: 'm',
    });
    expect(filterOf({ view: 'deleted', collection: 'b' })).toEqual({ deleted: true, collection: 'b' });
  });

  it('covers the same days all day, including today', () => {
    const at = (hour: number) => filterOf({ time: 'week' }, new Date(2026, 10, 20, hour)).from;
    expect(at(1)).toBe(at(23));
    expect(at(12)).toBe(new Date(2026, 10, 14).toISOString());
    expect(filterOf({ time: 'day' }, new Date(2026, 10, 20, 12)).from).toBe(new Date(2026, 10, 20).toISOString());
  });

  it('starts at the end of the chosen month', () => {
    expect(filterOf(parseLibrarySearch({ month: '2026-12' }))).toEqual({ to: '2027-01-01T00:00:00.000Z' });
    for (const month of ['2026-13', '2026', '2026-1', 2026]) expect(parseLibrarySearch({ month })).toEqual({});
  });
});
