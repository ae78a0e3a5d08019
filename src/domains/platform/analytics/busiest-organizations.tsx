import { useQuery } from '@tanstack/react-query';
import { pluralize, formatBytes, formatCount } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { DataTable, rowLink, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Building2 } from '#src/ui/icons.ts';
import { busiestQuery, type AnalyticsSearch, type OrganizationAnalytics } from './queries.ts';

interface BusiestOrganizationsProps {
  search: AnalyticsSearch;
  onChoose: (id: string) => void;
}

const columnsOf = (onChoose: (id: string) => void): Column<OrganizationAnalytics>[] => [
  {
    head: 'Organization',
    part: 'title',
    cell: ({ id, name }) =>
      name === null ? (
        <span className="text-ink-muted">Deleted organization</span>
      ) : (
        <button type="button" className={`${rowLink} text-start wrap-anywhere`} onClick={() => onChoose(id)}>
          <span className="line-clamp-2" title={name}>
            {name}
          </span>
        </button>
      ),
    className: 'min-w-56',
  },
  {
    head: 'Photos delivered',
    part: 'fact',
    cell: ({ delivered }) => formatCount(delivered),
    onCard: ({ delivered }) => pluralize(delivered, 'photo', 'photos'),
    end: true,
  },
  { head: 'Size', part: 'fact', cell: ({ delivered_bytes: bytes }) => formatBytes(bytes), end: true },
  {
    head: 'Events',
    part: 'fact',
    cell: ({ events }) => formatCount(events),
    onCard: ({ events }) => pluralize(events, 'event', 'events'),
    end: true,
  },
  {
    head: 'Joined',
    part: 'fact',
    cell: ({ joined }) => formatCount(joined),
    onCard: ({ joined }) => `${formatCount(joined)} joined`,
    end: true,
  },
  {
    head: 'Generated images',
    part: 'fact',
    cell: ({ images }) => formatCount(images),
    onCard: ({ images }) => pluralize(images, 'generated image', 'generated images'),
    end: true,
  },
];

/** Of the whole range together. Choosing one shows it alone. */
export function BusiestOrganizations({ search, onChoose }: BusiestOrganizationsProps) {
  const query = useQuery(busiestQuery(search));
  return (
    <section aria-label="By organization" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold">By organization</h2>
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the organizations"
        skeleton={<DataTable label="Organizations" columns={columnsOf(onChoose)} items={undefined} keyOf={({ id }) => id} tableFrom="md" />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<Building2 />} title="No activity in this period" />
          ) : (
            <DataTable label="Organizations" columns={columnsOf(onChoose)} items={items} keyOf={({ id }) => id} tableFrom="md" />
          )
        }
      </QueryState>
    </section>
  );
}
