// What was billed and paid, month by month.
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '#src/domains/billing/billing-format.ts';
import { pluralize, createDateFormat, formatCount } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ChartNoAxesColumn } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { revenueQuery, type Revenue } from './queries.ts';

type Month = Revenue['months'][number];

const nameOfMonth = createDateFormat({ month: 'long', year: 'numeric' });

const columns: Column<Month>[] = [
  { head: 'Month (UTC)', part: 'title', cell: ({ month }) => nameOfMonth(`${month}T00:00:00Z`, 'UTC') },
  {
    head: 'Invoices issued',
    part: 'fact',
    cell: ({ invoices }) => formatCount(invoices),
    onCard: ({ invoices }) => pluralize(invoices, 'invoice', 'invoices'),
    end: true,
  },
  {
    head: 'Billed',
    part: 'fact',
    cell: ({ issued, currency }) => formatMoney(issued, currency),
    onCard: ({ issued, currency }) => `${formatMoney(issued, currency)} billed`,
    end: true,
  },
  {
    head: 'Paid',
    part: 'fact',
    cell: ({ paid, currency }) => formatMoney(paid, currency),
    onCard: ({ paid, currency }) => `${formatMoney(paid, currency)} paid`,
    end: true,
  },
];

export function RevenueTab() {
  const query = useQuery(revenueQuery);
  useRefetchOnReconnect(query);
  return (
    <QueryState
      query={query}
      skeleton={
        <Loading label="Loading the revenue" className="grid gap-6">
          <Skeleton className="h-20 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </Loading>
      }
      failed="Couldn’t load the revenue"
      offline="You need a connection to load it."
    >
      {({ months, open, recurring }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
          <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {recurring.map(({ currency, amount, organizations }) => (
              <Stat
                key={currency}
                name="Monthly recurring revenue"
                value={formatMoney(amount, currency)}
                note={pluralize(organizations, 'paying organization', 'paying organizations')}
              />
            ))}
            {open.map(({ currency, amount, overdue }) => (
              <Stat
                key={currency}
                name="Outstanding"
                value={formatMoney(amount, currency)}
                note={overdue > 0 && `${formatMoney(overdue, currency)} overdue`}
              />
            ))}
          </dl>
          {months.length === 0 ? (
            <EmptyState icon={<ChartNoAxesColumn />} title="Nothing billed in the last 12 months">
              Invoices you issue are totaled here by month.
            </EmptyState>
          ) : (
            <DataTable
              label="Revenue by month"
              columns={columns}
              items={months}
              keyOf={({ month, currency }) => month + currency}
              tableFrom="md"
            />
          )}
        </div>
      )}
    </QueryState>
  );
}
