import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { PagedList, Pagination } from '#src/shell/paged-list.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { NetworkError } from '#src/transport/problem.ts';
import { Badge } from '#src/ui/badge.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { EllipsisVertical, Images, MapPin } from '#src/ui/icons.ts';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { KitSection, Panel, Specimen } from './section.tsx';

const nothing = () => undefined;
const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });

interface Album {
  name: string;
  place: string;
  photos: number;
}
type Sort = 'name' | '-name' | 'photos' | '-photos';

const albums: Album[] = [
  { name: 'Garden wedding', place: 'Lake house', photos: 1204 },
  { name: 'The Extraordinarily Long-Winded Annual General Assembly of Persistent Photographers', place: '', photos: 0 },
  { name: 'Harbour Lights', place: 'Pier 4', photos: 36 },
];
const columns: Column<Album, Sort>[] = [
  { head: 'Album', part: 'title', cell: ({ name }) => name, sort: ['name', '-name'] },
  { head: 'Status', part: 'fact', cell: () => <Badge>Draft</Badge> },
  { head: 'Place', part: 'line', cell: ({ place }) => place, icon: MapPin },
  { head: 'Photos', part: 'fact', cell: ({ photos }) => formatCount(photos), icon: Images, sort: ['-photos', 'photos'], end: true },
  {
    head: 'Actions',
    part: 'action',
    cell: ({ name }) => <IconButton label={`Actions for ${name}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />,
  },
];
const picture = () => <Skeleton className="size-full !rounded-none" />;
const keyOf = ({ name }: Album) => name;

/** Lists: a page of rows in all its states, and its parts. */
export function Lists() {
  return (
    <QueryClientProvider client={client}>
      <KitSection title="Lists">
        <Specimen name="A list that is paged: a table where there is room, rows on a phone" wide>
          <Paged />
        </Specimen>
        <Specimen name="The same columns with a picture, as cards, and inside a card" wide>
          <DataTable label="Albums as cards" columns={columns} items={albums} keyOf={keyOf} picture={picture} />
          <Panel>
            <DataTable bare label="Albums in a card" columns={columns} items={albums.slice(0, 2)} keyOf={keyOf} />
          </Panel>
        </Specimen>
        <Specimen name="Several rows are selected; one cannot be" wide>
          <Selectable />
        </Specimen>
        <Specimen name="Others on their way; the first on their way" wide>
          <DataTable busy label="Albums, others on their way" columns={columns} items={albums} keyOf={keyOf} tableFrom="md" />
          <DataTable label="Albums, the first" columns={columns} items={undefined} keyOf={keyOf} tableFrom="md" picture={picture} />
          <RowsSkeleton
            label="Loading rows"
            rows={2}
            row="flex gap-3 py-3"
            picture="size-16 rounded-md"
            lines={['h-4 w-2/5', 'h-3 w-3/5']}
          />
        </Specimen>
        <Specimen name="Pages" wide>
          <Pagination label="First page" summary="25 of 203 events" onPrevious={null} onNext={nothing} />
          <Pagination label="Page between, the next being read" summary="25 of 203 events" onPrevious={nothing} onNext={nothing} loading />
          <Pagination label="The only page" summary="5 events" onPrevious={null} onNext={null} />
        </Specimen>
        <Specimen name="A query that found no network" wide>
          <Panel>
            <Unreachable />
          </Panel>
        </Specimen>
      </KitSection>
    </QueryClientProvider>
  );
}

function Selectable() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['Harbour Lights']));
  const nameOf = ({ name }: Album) => name;
  const selection = { selected, onChange: setSelected, nameOf, canSelect: ({ photos }: Album) => photos > 0 };
  return (
    <>
      <DataTable label="Albums to select from" columns={columns} items={albums} keyOf={keyOf} tableFrom="md" selection={selection} />
      <DataTable label="Rows to select from" columns={columns} items={albums.slice(1)} keyOf={keyOf} selection={selection} />
    </>
  );
}

function Paged() {
  const [q, setQ] = useState('');
  const [sort, setSort] = useState<Sort>('name');
  const [cursor, setCursor] = useState<string>();
  const query = useQuery({
    queryKey: ['albums', cursor],
    queryFn: () => {
      const isSecond = cursor === 'second';
      const items = isSecond ? albums.slice(2) : albums.slice(0, 2);
      const cursors = { next_cursor: isSecond ? null : 'second', previous_cursor: isSecond ? 'first' : null };
      return Promise.resolve({ items, total: albums.length, ...cursors });
    },
  });
  return (
    <PagedList
      label="Albums"
      nouns={['album', 'albums']}
      failed="The albums could not be loaded"
      query={query}
      itemsOf={({ items }) => items.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))}
      columns={columns}
      keyOf={keyOf}
      tableFrom="md"
      sort={sort}
      onSort={setSort}
      cursor={cursor}
      onPage={setCursor}
      filters={
        <ListFilters>
          <SearchInput label="Search albums" value={q} onSearch={setQ} />
        </ListFilters>
      }
      empty={<EmptyState icon={<Images />} title="No album matches" />}
    />
  );
}

function Unreachable() {
  const query = useQuery({ queryKey: ['unreachable'], queryFn: () => Promise.reject<string>(new NetworkError('unreachable')) });
  return (
    <QueryState
      query={query}
      skeleton={<Skeleton className="h-40" />}
      failed="The albums could not be loaded"
      offline="Albums need a connection."
    >
      {(text) => text}
    </QueryState>
  );
}
