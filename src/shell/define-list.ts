// A list that the server pages: its query, cache key, optimistic patches, and file. `useResourceList` of resource-list.tsx shows it.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { paths } from '#openapi/api.ts';
import { clearedFilters, isFiltered, toListQuery, toQueryString } from '#src/lib/list-query.ts';
import type { ListParameters, ListSearch } from '#src/lib/list-search.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { send } from '#src/transport/call.ts';
import { unwrap } from '#src/transport/problem.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import type { ListPage } from './paged-list.tsx';

type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** The paths of the contract that answer a page. */
export type ListPath = { [Path in keyof paths]: AnswerOf<Path> extends ListPage<object> ? Path : never }[keyof paths];
export type PageOf<Path extends ListPath> = AnswerOf<Path> & ListPage<ItemOf<Path>>;
export type ItemOf<Path extends ListPath> = AnswerOf<Path> extends { items: readonly (infer Item extends object)[] } ? Item : never;

/** The id in the path, such as the organization's. */
export type Parent<Path extends string> = Path extends `${string}{${string}` ? [parent: string] : [];

interface ListOptions<Path extends ListPath, Search> {
  /** Common prefix of the cache keys. The parent's id and the parameters follow. */
  key: readonly string[];
  keyOf: (item: ItemOf<Path>, ...parent: Parent<Path>) => string;
  /** Items per page. */
  limit?: number;
  /** By default an overlay of its own. */
  overlay?: Overlay<ItemOf<Path>>;
  /** The API parameters, if the list's constant does not name all of them. */
  toQuery?: (search: Search) => object;
  /** Search parameters that filter the list and are not in its constant. */
  filters?: readonly (keyof Search & string)[];
}

/** How many first pages of each kind of list are stored on the device, whatever their order and filters; the latest read. */
const MAX_PERSISTED_PAGES = 12;

/** Searches and later pages are not stored on the device. */
const isUnfilteredFirstPage = (query: { cursor?: unknown; q?: unknown }): boolean => query.cursor === undefined && query.q === undefined;

/**
 * @param path of the list operation; its file is at `/export` below it
 * @param list the operation's constant of openapi/generated/lists.ts
 */
export function defineList<
  Path extends ListPath,
  const List extends ListParameters,
  Search extends ListSearch<List> & { cursor?: string } = ListSearch<List>,
>(path: Path, list: List, options: ListOptions<Path, Search>) {
  const { key, keyOf, limit = 50, overlay = createOverlay<ItemOf<Path>>(), filters = [] } = options;
  const toQuery = options.toQuery ?? ((search: Search): object => toListQuery(list, search));
  const urlOf = (parent: Parent<Path>) => path.replace(/\{\w+\}/, () => encodeURIComponent(parent[0] ?? ''));
  const flagsAndFilters = [...list.flags, ...filters] as (keyof Search)[];
  return {
    list,
    overlay,
    keyOf,
    /** A page of the list. While another page or search loads, the previous one stays. */
    query(search: Search, ...parent: Parent<Path>) {
      const of: readonly string[] = [...key, ...parent];
      const query = toQuery(search);
      return queryOptions({
        queryKey: [...of, query] as const,
        queryFn: async ({ signal }) =>
          unwrap(await send('GET', urlOf(parent), { params: { query: { ...query, limit } }, signal })) as PageOf<Path>,
        placeholderData: (held, before) => (of.every((part, index) => part === before?.queryKey[index]) ? held : undefined),
        meta: { persist: isUnfilteredFirstPage(query) && { among: of.slice(0, 2).join(' '), most: MAX_PERSISTED_PAGES }, anew: true },
      });
    },
    /** The URL of all pages as a file. */
    exportUrl: (search: Search, parent: Parent<Path>, file = 'export'): string =>
      apiUrl(`${urlOf(parent)}/${file}${toQueryString(toQuery(search) as Record<string, unknown>)}`),
    invalidate: (client: QueryClient, ...parent: Parent<Path> | []): Promise<void> =>
      client.invalidateQueries({ queryKey: [...key, ...parent] }),
    /** Whether words, choices or flags filter the list. */
    isFiltered: (search: Search): boolean => isFiltered(list, search) || flagsAndFilters.some((name) => search[name] !== undefined),
    cleared: { ...clearedFilters(list), ...Object.fromEntries(flagsAndFilters.map((name) => [name, undefined])) } as Partial<Search>,
  };
}

export type ListDefinition<Path extends ListPath, List extends ListParameters, Search extends ListSearch<List>> = ReturnType<
  typeof defineList<Path, List, Search>
>;
