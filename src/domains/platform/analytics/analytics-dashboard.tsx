// Platform analytics over time: charts, the same data as a table, and the busiest organizations.
import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatFullDate, formatRelativeTime, pluralize } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { type Column, DataTable, rowLink } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Building2, ChartColumn, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { Page } from '#src/ui/page.tsx';
import { Select } from '#src/ui/select.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { NoValue, Stat } from '#src/ui/stat.tsx';
import { Cell, Header, Row, Table } from '#src/ui/table.tsx';
import {
  type Analytics,
  analyticsExportUrl,
  analyticsQuery,
  type AnalyticsRange,
  type AnalyticsSearch,
  busiestQuery,
  DEFAULT_RANGE,
  type OrganizationAnalytics,
} from './queries.ts';
import { charts, type ChartSpec, formatSeconds, isFlat, replaceInvalidLanguage } from './series.ts';

const Chart = lazyPart(
  () => {
    // uPlot reads the browser's language when it loads, so an invalid one must be replaced first.
    replaceInvalidLanguage(navigator);
    return import('./chart.tsx');
  },
  { name: 'the charts' },
);

const rangeLabels: Record<AnalyticsRange, string> = {
  '30-days': 'Last 30 days',
  '90-days': 'Last 90 days',
  '26-weeks': 'Last 26 weeks',
  '12-months': 'Last 12 months',
  '36-months': 'Last 36 months',
};
const periodLabels: Record<Analytics['period'], string> = { day: 'Day', week: 'Week from', month: 'Month from' };

interface AnalyticsDashboardProps {
  search: AnalyticsSearch;
  onSearch: (search: AnalyticsSearch) => void;
}

export function AnalyticsDashboard({ search, onSearch }: AnalyticsDashboardProps) {
  const query = useQuery(analyticsQuery(search));
  useRefetchOnReconnect(query);
  const organization = query.data?.organization;
  return (
    <Page
      title="Analytics Dashboard"
      lead="Dates are in UTC. Today updates every few minutes, earlier days every hour."
      actions={<ExportCsvButton href={analyticsExportUrl(search)} query={query} />}
    >
      <ListFilters>
        <Select
          aria-label="Range"
          options={Object.entries(rangeLabels).map(([value, label]) => ({ value: value as AnalyticsRange, label }))}
          value={search.range ?? DEFAULT_RANGE}
          onChange={(range) => onSearch({ ...search, range })}
        />
        {search.organization && (
          <Button icon={<X aria-hidden className="size-4" />} onClick={() => onSearch({ range: search.range })}>
            {organization ? `Only ${organization.name}` : 'Only one organization'}
          </Button>
        )}
      </ListFilters>
      <QueryState
        query={query}
        failed="Couldn’t load the analytics"
        offline="Ranges you’ve viewed before are available offline."
        skeleton={<AnalyticsSkeleton />}
      >
        {(analytics) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            {analytics.counted_at !== null && (
              <p className="text-sm text-ink-muted">Updated {formatRelativeTime(Date.parse(analytics.counted_at))}.</p>
            )}
            {charts.every((spec) => isFlat(spec, analytics.items)) ? (
              <NoAnalytics isCounted={analytics.counted_at !== null} />
            ) : (
              <Figures analytics={analytics} search={search} onSearch={onSearch} />
            )}
          </div>
        )}
      </QueryState>
    </Page>
  );
}

function NoAnalytics({ isCounted }: { isCounted: boolean }) {
  return (
    <EmptyState icon={<ChartColumn />} title={isCounted ? 'No activity in this period' : 'No data yet'}>
      {isCounted ? 'Choose a longer range to see earlier data.' : 'Data will appear in a few minutes.'}
    </EmptyState>
  );
}

function Figures({ analytics, search, onSearch }: AnalyticsDashboardProps & { analytics: Analytics }) {
  return (
    <>
      <Totals analytics={analytics} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {charts
          .filter(({ series }) => !(analytics.organization && series[0]?.name === 'Sign-ups'))
          .map((spec) => (
            <Card key={spec.title} title={spec.title} lead={spec.note}>
              {isFlat(spec, analytics.items) ? (
                <p className="text-ink-muted">None in this period</p>
              ) : (
                // Reserves the chart's space to avoid a layout shift while its code loads.
                <div className="min-h-50">
                  <Chart spec={spec} items={analytics.items} />
                </div>
              )}
            </Card>
          ))}
      </div>
      {!search.organization && <BusiestOrganizations search={search} onChoose={(id) => onSearch({ ...search, organization: id })} />}
      <Numbers analytics={analytics} />
    </>
  );
}

function Totals({ analytics: { total } }: { analytics: Analytics }) {
  const { p50_seconds: p50, p95_seconds: p95 } = total;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Stat name="Photos delivered" value={formatCount(total.delivered)} note={formatBytes(total.delivered_bytes)} />
      <Stat
        name="Shutter to gallery"
        value={p95 === null ? <NoValue words="No data" /> : formatSeconds(p95)}
        note={p50 !== null && `95th percentile · median ${formatSeconds(p50)}`}
      />
      {total.sign_ups === null ? (
        <Stat name="Joined an event" value={formatCount(total.joined)} />
      ) : (
        <Stat name="Sign-ups" value={formatCount(total.sign_ups)} note={`${formatCount(total.joined)} joined an event`} />
      )}
      <Stat
        name="Generated images"
        value={formatCount(total.images)}
        note={total.failed_generations > 0 && `${pluralize(total.failed_generations, 'request', 'requests')} failed`}
      />
    </dl>
  );
}

/** The charts' data as a table. */
function Numbers({ analytics: { items, organization, period, counted_since: since } }: { analytics: Analytics }) {
  const shown: { name: string; spec: ChartSpec; of: ChartSpec['series'][number]['value'] }[] = charts
    .flatMap((spec) => spec.series.map(({ name, value }) => ({ name: headOf(spec, name), spec, of: value })))
    .filter(({ name }) => !(organization && name === 'Sign-ups'));
  // Leave out periods before counting began: all their values would be zero.
  const known = items.filter(({ start }) => since !== null && start >= since);
  return (
    <section aria-label="Data table" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold">Data table</h2>
      <p className="text-sm text-ink-muted xl:hidden">Scroll sideways to see all columns.</p>
      <Table label="Analytics" isPlain>
        <thead>
          <tr>
            <Header>{periodLabels[period]}</Header>
            {shown.map(({ name }) => (
              <Header key={name} end className="whitespace-normal">
                {name}
              </Header>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.toReversed().map((item) => (
            <Row key={item.start}>
              <Cell className="whitespace-nowrap">{formatFullDate(`${item.start}T00:00:00Z`, 'UTC')}</Cell>
              {shown.map(({ name, spec, of }) => {
                const value = of(item);
                return (
                  <Cell key={name} end className="whitespace-nowrap">
                    {value === null ? <NoValue words="No data" /> : spec.format(value)}
                  </Cell>
                );
              })}
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const headOf = ({ title, series }: ChartSpec, name: string): string => (series.length === 1 ? title : `${title}: ${name.toLowerCase()}`);

function AnalyticsSkeleton() {
  return (
    <Loading label="Loading the analytics" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {Array.from({ length: 4 }, (_, tile) => (
          <Skeleton key={tile} className="h-20 rounded-lg" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {Array.from({ length: 4 }, (_, tile) => (
          <Skeleton key={tile} className="h-72 rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}

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

/** The busiest organizations of the whole range. Choosing one filters the dashboard. */
function BusiestOrganizations({ search, onChoose }: BusiestOrganizationsProps) {
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
