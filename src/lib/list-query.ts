// What is made of a list's URL: the server's question, and how a change of it is shown.
import { parseListSearch, type ListParameters, type ListSearch } from './list-search.ts';

/** What the server is asked: the list's own part of a screen's search, with its defaults. */
export const toListQuery = <List extends ListParameters>(list: List, search: ListSearch<List>): ListSearch<List> => ({
  ...list.defaults,
  ...parseListSearch(list, search),
});

/** A search without words and choices; its order and its flags stay. */
export function clearedFilters<List extends ListParameters>(list: List): Partial<ListSearch<List>> {
  const filters = [...Object.keys(list.texts), ...Object.keys(list.choices)].filter((key) => key !== 'sort');
  return Object.fromEntries(filters.map((key) => [key, undefined])) as Partial<ListSearch<List>>;
}

/** Whether words or choices leave something out: not the order, nor a flag that shows other rows. */
export const isFiltered = <List extends ListParameters>(list: List, search: ListSearch<List>): boolean =>
  Object.keys(clearedFilters(list)).some((key) => key in parseListSearch(list, search));

/** For `navigate`: another filter begins at its first page, typing makes no history, and only another page is read from its top. */
export const searchChange = <Search extends { cursor?: string }>(change: Partial<Search>) => ({
  search: (now: Search): Search => ({ ...now, cursor: undefined, ...change }),
  replace: 'q' in change || ('cursor' in change && change.cursor === undefined),
  resetScroll: 'cursor' in change,
});

/** Choices in the order of their words. */
export const toOptions = <Value extends string, Words>(words: Readonly<Record<Value, Words>>) =>
  Object.entries<Words>(words).map(([value, label]) => ({ value: value as Value, label }));

/** What a list is asked for, as the address of its file holds it: all of it, not the page. */
export function toQueryString({ cursor: _page, ...asked }: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}
