import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FileText } from '#src/ui/icons.ts';
import { formatCalendarDay, formatMoney, invoiceStatusLabel, formatPeriod } from './billing-format.ts';
import { invoicesQuery, type Invoice } from './queries.ts';

interface InvoicesCardProps {
  organizationId: string;
  onOpen: (invoiceId: string) => void;
}

export function InvoicesCard({ organizationId, onOpen }: InvoicesCardProps) {
  const [cursor, setCursor] = useState<string>();
  const query = useQuery(invoicesQuery(organizationId, { cursor }));
  return (
    <section aria-labelledby="invoices" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="invoices" className="text-lg font-semibold">
        Invoices
      </h2>
      <PagedList
        label="Invoices"
        nouns={['invoice', 'invoices']}
        failed="Couldn’t load the invoices"
        as="part"
        query={query}
        columns={columns(onOpen)}
        keyOf={({ id }) => id}
        tableFrom="md"
        cursor={cursor}
        onPage={setCursor}
        empty={
          <EmptyState icon={<FileText />} title="No invoices yet">
            Invoices for your plan appear here to view and download.
          </EmptyState>
        }
      />
    </section>
  );
}

const columns = (onOpen: InvoicesCardProps['onOpen']): Column<Invoice>[] => [
  {
    head: 'Invoice',
    part: 'title',
    cell: ({ number, description }) => (
      <>
        <p className="font-medium">{number}</p>
        <p className="truncate font-normal text-ink-muted max-md:text-sm" title={description}>
          {description}
        </p>
      </>
    ),
    className: 'max-w-0 min-w-56',
  },
  { head: 'Period', part: 'fact', cell: formatPeriod },
  {
    head: 'Due',
    part: 'fact',
    cell: ({ due_on: due }) => formatCalendarDay(due),
    onCard: ({ due_on: due }) => `Due ${formatCalendarDay(due)}`,
  },
  {
    head: 'Status',
    part: 'fact',
    cell: (invoice) => <Badge tone={invoiceStatusLabel(invoice).tone}>{invoiceStatusLabel(invoice).name}</Badge>,
  },
  { head: 'Amount', part: 'fact', cell: ({ amount, currency }) => formatMoney(amount, currency), end: true },
  {
    head: 'Actions',
    part: 'action',
    cell: (invoice) => (
      <Button size="sm" aria-label={`View invoice ${invoice.number}`} onClick={() => onOpen(invoice.id)}>
        View
      </Button>
    ),
  },
];
