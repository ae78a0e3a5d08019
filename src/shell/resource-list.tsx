// A list screen: its query with optimistic patches, URL search, filters, selection, CSV file, and empty states. The screen gives columns, filters,
// texts and actions.
import { useQuery } from '@tanstack/react-query';
import { isValidElement, type ReactElement, type ReactNode, useState } from 'react';
import { pluralize } from '#src/lib/format.ts';
import type { ListParameters, ListSearch } from '#src/lib/list-search.ts';
import { Button } from '#src/ui/button.tsx';
import type { Column, DataTableProps } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchX, X } from '#src/ui/icons.ts';
import { FilterFields, type ListFilter, ListFilters } from '#src/ui/list-filters.tsx';
import { NEEDS_CONNECTION, useConnection } from './connection.ts';
import type { ItemOf, ListDefinition, ListPath, PageOf, Parent } from './define-list.ts';
import { ExportCsvButton } from './export-csv-button.tsx';
import { usePatchedBy } from './overlay.ts';
import { PagedList, type PagedListProps } from './paged-list.tsx';

interface ListState<Search> {
  search: Search;
  /** Changes the URL. A new filter starts at the first page. */
  onSearch: (change: Partial<Search>) => void;
}

/** @param parent the id in the list's path */
export function useResourceList<Path extends ListPath, List extends ListParameters, Search extends ListSearch<List>>(
  definition: ListDefinition<Path, List, Search>,
  { search, onSearch }: ListState<Search>,
  ...parent: Parent<Path>
) {
  const query = useQuery(definition.query(search, ...parent));
  const patched = usePatchedBy(definition.overlay.changes);
  const disabledReason = useConnection() === 'online' ? null : NEEDS_CONNECTION;
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const keyOf = (item: ItemOf<Path>) => definition.keyOf(item, ...parent);
  /** A flag shows the items that have its date: `deleted` those with `deleted_at`. */
  const isShown = (item: Readonly<Record<string, unknown>>) =>
    definition.list.flags.every((flag) => ((item[`${flag}_at`] ?? null) !== null) === Boolean((search as Record<string, unknown>)[flag]));
  const itemsOf = ({ items }: { items: readonly ItemOf<Path>[] }) =>
    items.flatMap((item) => patched(keyOf(item), item) ?? []).filter((item) => isShown(item as Record<string, unknown>));
  const deselect = () => setSelectedKeys(new Set());
  const show = (change: Partial<Search>) => {
    deselect();
    onSearch(change);
  };
  return {
    definition,
    query,
    search,
    show,
    keyOf,
    itemsOf,
    /** Why nothing can be changed now. */
    disabledReason,
    filtered: definition.isFiltered(search),
    clear: () => show(definition.cleared),
    exportUrl: (file?: string) => definition.exportUrl(search, parent, file),
    selectedKeys,
    setSelectedKeys,
    selected: query.data ? itemsOf(query.data).filter((item) => selectedKeys.has(keyOf(item))) : [],
    deselect,
  };
}

type SortOf<List extends ListParameters> = 'sort' extends keyof List['choices'] ? List['choices']['sort'][number] : never;

interface EmptyTexts {
  icon: ReactNode;
  /** "No people yet" */
  title: string;
  /** "No matching people" */
  filtered: string;
  /** Where items come from. */
  children?: ReactNode;
  actions?: ReactNode;
}

interface ResourceListProps<Path extends ListPath, List extends ListParameters, Search extends ListSearch<List>>
  extends
    Pick<
      PagedListProps<ItemOf<Path>, PageOf<Path>, SortOf<List>>,
      'label' | 'nouns' | 'failed' | 'offline' | 'offlineTitle' | 'itemsOf' | 'showsAll' | 'as'
    >,
    Pick<DataTableProps<ItemOf<Path>>, 'tableFrom' | 'picture' | 'bare'> {
  list: ReturnType<typeof useResourceList<Path, List, Search>>;
  columns: readonly Column<ItemOf<Path>, SortOf<List>>[];
  /** As data, or as an element. */
  filters?: readonly ListFilter<List>[] | ReactElement;
  /** After the filters. */
  children?: ReactNode;
  /** Offers the list as a file. Its operation's path ends in `/export`. */
  csv?: boolean;
  selection?: {
    nameOf: (item: ItemOf<Path>) => string;
    canSelect: (item: ItemOf<Path>) => boolean;
    /** Shown instead of the filters while items are selected. */
    bar: ReactNode;
  };
  empty: EmptyTexts | ReactElement;
}

export function ResourceList<Path extends ListPath, List extends ListParameters, Search extends ListSearch<List>>({
  list,
  filters,
  children,
  csv,
  selection,
  empty,
  ...rest
}: ResourceListProps<Path, List, Search>) {
  const { definition, query, search, show, filtered, clear } = list;
  const { sort: defaultSort } = definition.list.defaults;
  const { sort = defaultSort } = search as { sort?: string };
  return (
    <PagedList
      query={query}
      itemsOf={list.itemsOf}
      keyOf={list.keyOf}
      selection={selection && { ...selection, selected: list.selectedKeys, onChange: list.setSelectedKeys }}
      sort={sort as SortOf<List>}
      onSort={(next) => show({ sort: next === defaultSort ? undefined : next } as unknown as Partial<Search>)}
      cursor={search.cursor}
      onPage={(cursor) => show({ cursor } as Partial<Search>)}
      filters={
        list.selected.length > 0 && selection ? (
          selection.bar
        ) : !filters || isValidElement(filters) ? (
          filters
        ) : (
          <ListFilters>
            <FilterFields list={definition.list} search={search} onSearch={show} filters={filters} />
            {csv && <ExportCsvButton href={list.exportUrl()} query={query} />}
            {children}
          </ListFilters>
        )
      }
      showsAll={!filtered}
      empty={isValidElement(empty) ? empty : <NoItems {...empty} onClear={filtered ? clear : null} />}
      {...rest}
    />
  );
}

function NoItems({ icon, title, filtered, children, actions, onClear }: EmptyTexts & { onClear: (() => void) | null }) {
  return onClear ? (
    <EmptyState icon={<SearchX />} title={filtered} actions={<Button onClick={onClear}>Clear search and filters</Button>} />
  ) : (
    <EmptyState icon={icon} title={title} actions={actions}>
      {children}
    </EmptyState>
  );
}

interface SelectionBarProps {
  /** How many people are selected. */
  count: number;
  onCancel: () => void;
  children: ReactNode;
}

/** Bulk actions for the selected people. */
export function SelectionBar({ count, onCancel, children }: SelectionBarProps) {
  return (
    <div role="toolbar" aria-label="Selected people" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-2 text-sm font-medium tabular-nums">
        {pluralize(count, 'person', 'people')} selected
      </p>
      {children}
      <Button variant="quiet" icon={<X aria-hidden className="size-4" />} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
