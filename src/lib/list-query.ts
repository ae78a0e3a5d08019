// Converts a list's URL into API parameters, and changes of it into navigation.
import { parseListSearch, type ListParameters, type ListSearch } from './list-search.ts';

/** The API parameters: the list's part of a screen's search, with defaults. */
export const toListQuery = <List extends ListParameters>(list: List, search: ListSearch<List>): ListSearch<List> => ({
  ...list.defaults,
  ...parseListSearch(list, search),
});

/** The search without words and choices; order and flags stay. */
export function clearedFilters<List extends ListParameters>(list: List): Partial<ListSearch<List>> {
  const filters = [...Object.keys(list.texts), ...Object.keys(list.choices)].filter((key) => key !== 'sort');
  return Object.fromEntries(filters.map((key) => [key, undefined])) as Partial<ListSearch<List>>;
}

/** Whether words or choices filter the list; order and flags do not count. */
export const isFiltered = <List extends ListParameters>(list: List, search: ListSearch<List>): boolean =>
  Object.keys(clearedFilters(list)).some((key) => key in parseListSearch(list, search));

/** For `navigate`: a new filter starts at the first page, typing adds no history entry, and only another page scrolls to the top. */
export const searchChange = <Search extends { cursor?: string }>(change: Partial<Search>) => ({
  search: (now: Search): Search => ({ ...now, cursor: undefined, ...change }),
  replace: 'q' in change || ('cursor' in change && change.cursor === undefined),
  resetScroll: 'cursor' in change,
});

/** Choices, sorted by their labels. */
export const toOptions = <Value extends string, Words>(words: Readonly<Record<Value, Words>>) =>
  Object.entries<Words>(words).map(([value, label]) => ({ value: value as Value, label }));

/** The list's parameters for its export: everything but the page. */
export function toQueryString({ cursor: _page, ...asked }: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}
