import { describe, expect, test } from 'vitest';
import { limits } from '#openapi/limits.ts';
import contract from '#openapi/openapi.json' with { type: 'json' };
import { parseListSearch } from './list-search.ts';
import { isFiltered, listQueryOf, nextSort, sortedBy } from './list-query.ts';

describe('the URL of the list', () => {
  test('holds what was chosen, and nothing that is so anyway', () => {
    expect(parseListSearch({})).toEqual({});
    expect(parseListSearch({ q: ' gala ', status: 'live', time: 'now', sort: 'name', cursor: 'abc', deleted: true })).toEqual({
      q: 'gala',
      status: 'live',
      time: 'now',
      sort: 'name',
      cursor: 'abc',
      deleted: true,
    });
    expect(parseListSearch({ sort: '-starts_at', deleted: false, q: '' })).toEqual({});
  });
  test('searches for numbers as they were typed', () => {
    expect(parseListSearch({ q: 2026 })).toEqual({ q: '2026' });
  });
  test('leaves out what it does not know', () => {
    expect(parseListSearch({ status: 'over', time: 5, sort: 'colour', cursor: 'x'.repeat(801), deleted: 'perhaps', q: ['a'] })).toEqual({});
    expect(parseListSearch({ q: 'x'.repeat(300) }).q).toHaveLength(100);
  });
  test('keeps any cursor that the server may give: of a list by name it holds the name', () => {
    const name = 'Ж'.repeat(120);
    const cursor = Buffer.from(JSON.stringify([name, '0199aa00-0000-7000-8000-0000000000f1'])).toString('base64url');
    expect(cursor.length).toBeGreaterThan(200);
    expect(parseListSearch({ sort: 'name', cursor })).toEqual({ sort: 'name', cursor });
    expect(limits.cursor).toBe(contract.components.parameters.Cursor.schema.maxLength);
  });
  test('opens the form, perhaps as a copy', () => {
    expect(parseListSearch({ new: true, from: 'e1' })).toEqual({ new: true, from: 'e1' });
    expect(parseListSearch({ from: 'e1' })).toEqual({});
  });
});

describe('what is asked of the server', () => {
  test('does not change while the form is open', () => {
    expect(listQueryOf({ q: 'gala', new: true, from: 'e1' })).toEqual({ q: 'gala', sort: '-starts_at' });
  });
  test('has no status and no time among the deleted ones', () => {
    expect(listQueryOf({ deleted: true, status: 'live', time: 'now' })).toEqual({ deleted: true, sort: '-starts_at' });
  });
});

test('a list is filtered by search, status and time, not by its order', () => {
  expect(isFiltered({ sort: 'name', cursor: 'x', deleted: true })).toBe(false);
  expect([{ q: 'a' }, { status: 'live' as const }, { time: 'past' as const }].every(isFiltered)).toBe(true);
});

test('pressing the head of a column sorts by it, pressing it again turns it round', () => {
  expect(nextSort('-starts_at', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('name');
  expect(nextSort('name', 'photos_count')).toBe('-photos_count');
  expect(sortedBy('-name', 'name')).toBe('descending');
  expect(sortedBy('name', 'starts_at')).toBeNull();
});
