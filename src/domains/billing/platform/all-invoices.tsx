// The invoices of all organizations, latest first.
import { useQueryClient } from '@tanstack/react-query';
import { formatCalendarDay, formatMoney, invoiceStatusLabel, formatPeriod } from '#src/domains/billing/billing-format.ts';
import { useInvoiceDownload, useInvoicePage } from '#src/domains/billing/invoice-actions.ts';
import type { Invoice } from '#src/domains/billing/queries.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Badge } from '#src/ui/badge.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Ban, CircleCheck, EllipsisVertical, ExternalLink, FileDown, FileText, Undo2 } from '#src/ui/icons.ts';
import type { InvoiceSearch } from './billing-search.ts';
import { allInvoices, invalidatePlatformBilling, type PlatformInvoice, updateInvoiceStatus } from './queries.ts';

interface AllInvoicesProps {
  search: InvoiceSearch;
  onSearch: (change: Partial<InvoiceSearch>) => void;
}

interface StatusChange {
  invoice: Invoice;
  status: Invoice['status'];
}

const statusNames: Record<Invoice['status'], string> = { open: 'open again', paid: 'paid', void: 'void' };

export function AllInvoices({ search, onSearch }: AllInvoicesProps) {
  const list = useResourceList(allInvoices, { search, onSearch });
  const client = useQueryClient();
  const patch = (invoice: Invoice, status: Invoice['status']) => {
    const isOverdue = status === 'open' && invoice.due_on < new Date().toISOString().slice(0, 10);
    return allInvoices.overlay.add(invoice.id, { invoice: { ...invoice, status, is_overdue: isOverdue } });
  };
  const settle = optimisticMutation<StatusChange>({
    item: ({ invoice }) => `invoice:${invoice.id}`,
    apply: ({ invoice, status }) => patch(invoice, status),
    send: ({ invoice, status }) => updateInvoiceStatus(invoice.id, status),
    applyRevert: ({ invoice }) => patch(invoice, invoice.status),
    revert: ({ invoice }) => updateInvoiceStatus(invoice.id, invoice.status),
    done: ({ invoice, status }) => `Invoice ${invoice.number} is ${statusNames[status]}`,
    failed: 'Couldn’t change the invoice',
    settle: () => invalidatePlatformBilling(client),
  });
  return (
    <ResourceList
      list={list}
      label="Invoices"
      nouns={['invoice', 'invoices']}
      failed="Couldn’t load the invoices"
      offline="You need a connection to view and change invoices."
      columns={columns(list.disabledReason, settle)}
      tableFrom="lg"
      filters={[
        { name: 'q', label: 'Search invoices', placeholder: 'Search number, organization or text' },
        { name: 'state', label: 'Status', unset: 'Any status', options: { open: 'Open', overdue: 'Overdue', paid: 'Paid', void: 'Void' } },
      ]}
      empty={{
        icon: <FileText />,
        title: 'No invoices yet',
        filtered: 'No matching invoices',
        children: 'To issue one, go to Organizations.',
      }}
    />
  );
}

const columns = (disabledReason: string | null, onSettle: (settled: StatusChange) => void): Column<PlatformInvoice>[] => [
  {
    head: 'Invoice',
    part: 'title',
    cell: ({ organization_id: organizationId, invoice: { number, description, billed_to: to } }) => (
      <>
        <p className="line-clamp-2 font-medium">
          {number} · {to.name}
        </p>
        <p className="truncate font-normal text-ink-muted max-md:text-sm" title={description}>
          {description}
        </p>
        {organizationId === null && <p className="font-normal text-ink-muted max-md:text-sm">The organization was permanently deleted.</p>}
      </>
    ),
    className: 'max-w-0 min-w-48',
  },
  { head: 'Period', part: 'fact', cell: ({ invoice }) => formatPeriod(invoice) },
  {
    head: 'Due',
    part: 'fact',
    cell: ({ invoice }) => formatCalendarDay(invoice.due_on),
    onCard: ({ invoice }) => `Due ${formatCalendarDay(invoice.due_on)}`,
  },
  {
    head: 'Status',
    part: 'fact',
    cell: ({ invoice }) => <Badge tone={invoiceStatusLabel(invoice).tone}>{invoiceStatusLabel(invoice).name}</Badge>,
  },
  { head: 'Amount', part: 'fact', cell: ({ invoice }) => formatMoney(invoice.amount, invoice.currency), end: true },
  { head: 'Actions', part: 'action', cell: (row) => <Actions row={row} disabledReason={disabledReason} onSettle={onSettle} /> },
];

interface ActionsProps {
  row: PlatformInvoice;
  disabledReason: string | null;
  onSettle: (settled: StatusChange) => void;
}

function Actions({ row: { invoice, organization_id: organizationId }, disabledReason, onSettle }: ActionsProps) {
  const download = useInvoiceDownload();
  const page = useInvoicePage();
  const set = (status: Invoice['status']) => onSettle({ invoice, status });
  // Invoices of the payment provider are opened through the organization.
  if (invoice.provider && organizationId === null) return null;
  return (
    <DropdownMenu
      trigger={<IconButton label={`Actions for ${invoice.number}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
    >
      {invoice.provider && organizationId !== null ? (
        <MenuItem
          icon={<ExternalLink aria-hidden />}
          disabledReason={disabledReason}
          onSelect={() => page.mutate({ organizationId, invoiceId: invoice.id })}
        >
          Open in Stripe
        </MenuItem>
      ) : (
        <MenuItem
          icon={<FileDown aria-hidden />}
          disabledReason={disabledReason}
          onSelect={() => download.mutate({ organizationId, invoiceId: invoice.id })}
        >
          Download PDF
        </MenuItem>
      )}
      {/* The payment provider tracks the status of its own invoices. */}
      {invoice.provider ? null : invoice.status === 'open' ? (
        <>
          <MenuItem icon={<CircleCheck aria-hidden />} disabledReason={disabledReason} onSelect={() => set('paid')}>
            Mark as paid
          </MenuItem>
          <MenuItem icon={<Ban aria-hidden />} danger disabledReason={disabledReason} onSelect={() => set('void')}>
            Void
          </MenuItem>
        </>
      ) : (
        <MenuItem icon={<Undo2 aria-hidden />} disabledReason={disabledReason} onSelect={() => set('open')}>
          Reopen
        </MenuItem>
      )}
    </DropdownMenu>
  );
}
