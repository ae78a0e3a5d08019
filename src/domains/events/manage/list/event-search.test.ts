import { describe, expect, test } from 'vitest';
import contract from '#openapi/openapi.json' with { type: 'json' };
import { organizationEvents } from '#src/domains/events/manage/queries.ts';
import { isFiltered } from '#src/lib/list-query.ts';
import { eventListParameters, parseEventSearch, type EventSearch } from './event-search.ts';

const asked = (search: EventSearch) => organizationEvents.query(search, 'o1').queryKey.at(-1);

describe('parseEventSearch', () => {
  test('contains the choices and omits defaults', () => {
    expect(parseEventSearch({})).toEqual({});
    expect(parseEventSearch({ q: ' gala ', status: 'live', time: 'now', sort: 'name', cursor: 'abc', deleted: true })).toEqual({
      q: 'gala',
      status: 'live',
      time: 'now',
      sort: 'name',
      cursor: 'abc',
      deleted: true,
    });
    expect(parseEventSearch({ sort: 'agenda', deleted: false, q: '' })).toEqual({});
  });
  test('searches for numbers as text', () => {
    expect(parseEventSearch({ q: 2026 })).toEqual({ q: '2026' });
  });
  test('ignores unknown values', () => {
    expect(parseEventSearch({ status: 'over', time: 5, sort: 'colour', cursor: 'x'.repeat(801), deleted: 'perhaps', q: ['a'] })).toEqual(
      {},
    );
    expect(parseEventSearch({ q: 'x'.repeat(300) }).q).toHaveLength(100);
  });
  test('accepts every cursor, including those of a list by name', () => {
    const name = 'Ж'.repeat(120);
    const cursor = Buffer.from(JSON.stringify([name, '0199aa00-0000-7000-8000-0000000000f1'])).toString('base64url');
    expect(cursor.length).toBeGreaterThan(200);
    expect(parseEventSearch({ sort: 'name', cursor })).toEqual({ sort: 'name', cursor });
    expect(eventListParameters.cursor).toBe(contract.components.parameters.Cursor.schema.maxLength);
  });
  test('opens the form, optionally as a copy', () => {
    expect(parseEventSearch({ new: true, from: 'e1' })).toEqual({ new: true, from: 'e1' });
    expect(parseEventSearch({ from: 'e1' })).toEqual({});
  });
});

describe('organizationEvents', () => {
  test('does not depend on the form', () => {
    expect(asked({ q: 'gala', new: true, from: 'e1' })).toEqual({ q: 'gala', sort: 'agenda' });
  });
  test('omits status and time for deleted events', () => {
    expect(asked({ deleted: true, status: 'live', time: 'now' })).toEqual({ deleted: true, sort: 'agenda' });
  });
});

test('counts search, status and time as filters, but not the order', () => {
  expect(isFiltered(eventListParameters, { sort: 'name', cursor: 'x', deleted: true })).toBe(false);
  expect(
    [{ q: 'a' }, { status: 'live' as const }, { time: 'past' as const }].every((search) => isFiltered(eventListParameters, search)),
  ).toBe(true);
});
