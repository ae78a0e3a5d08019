import { expect, test } from 'vitest';
import { listOrganizationEventsParameters, listParticipantsParameters } from '#openapi/lists.ts';
import contract from '#openapi/openapi.json' with { type: 'json' };
import { clearedFilters, isFiltered, toListQuery, searchChange } from './list-query.ts';
import { parseListSearch, searchKeys } from './list-search.ts';

test('the contract defines the parameters of a list', () => {
  const { parameters } = contract.paths['/api/v1/event/organization/{orgId}'].get;
  const sort = parameters.find((each) => 'name' in each && each.name === 'sort');
  expect(sort).toMatchObject({ schema: { enum: listOrganizationEventsParameters.choices.sort } });
  expect(listOrganizationEventsParameters.choices.status).toEqual(contract.components.schemas.ShownEventStatus.enum);
  expect(listParticipantsParameters).toEqual({
    texts: { q: 100 },
    choices: { role: contract.components.schemas.ParticipantRole.enum },
    defaults: {},
    flags: ['removed'],
    cursor: contract.components.parameters.Cursor.schema.maxLength,
  });
  expect(searchKeys(listParticipantsParameters)).toEqual(['q', 'role', 'removed', 'cursor']);
});

test('invalid values in a URL are dropped', () => {
  const wrong = { q: ['a'], role: 'owner', removed: 'perhaps', cursor: 7, of: 'another list' };
  expect(parseListSearch(listParticipantsParameters, wrong)).toEqual({});
  expect(parseListSearch(listParticipantsParameters, { cursor: 'x'.repeat(801), q: '  ' })).toEqual({});
  expect(parseListSearch(listParticipantsParameters, { q: 2026, role: 'viewer', removed: 'true' })).toEqual({
    q: '2026',
    role: 'viewer',
    removed: true,
  });
});

test('words are cut by characters, and what no database stores is left out of them', () => {
  expect(parseListSearch(listParticipantsParameters, { q: '\0x\ud800' })).toEqual({ q: 'x' });
  const { q = '' } = parseListSearch(listParticipantsParameters, { q: `${'a'.repeat(99)}😀😀` });
  expect(q).toBe(`${'a'.repeat(99)}😀`);
});

test('the server is asked with the defaults, and for nothing that belongs to the screen alone', () => {
  const search = { q: 'gala', new: true };
  expect(toListQuery(listOrganizationEventsParameters, search)).toEqual({ q: 'gala', sort: 'agenda' });
  expect(isFiltered(listOrganizationEventsParameters, search)).toBe(true);
  expect(isFiltered(listOrganizationEventsParameters, { sort: 'name', deleted: true, cursor: 'x' })).toBe(false);
  expect(Object.keys(clearedFilters(listOrganizationEventsParameters))).toEqual(['q', 'status', 'time']);
});

test('another filter begins at its first page; typing makes no history; another page is read from its top', () => {
  interface Search {
    q?: string;
    cursor?: string;
    tab?: string;
  }
  const now: Search = { q: 'a', cursor: 'x', tab: 'people' };
  const typed = searchChange<Search>({ q: 'ab' });
  expect(typed.search(now)).toEqual({ q: 'ab', cursor: undefined, tab: 'people' });
  expect(typed).toMatchObject({ replace: true, resetScroll: false });
  const turned = searchChange<Search>({ cursor: 'y' });
  expect(turned.search(now)).toEqual({ q: 'a', cursor: 'y', tab: 'people' });
  expect(turned).toMatchObject({ replace: false, resetScroll: true });
});
