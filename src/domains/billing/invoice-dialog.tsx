import { useQuery } from '@tanstack/react-query';
import { formatFullDate } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ExternalLink, FileDown } from '#src/ui/icons.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { formatCalendarDay, formatMoney, invoiceStatusLabel, formatPeriod } from './billing-format.ts';
import './invoice.css';
import { useInvoiceDownload, useInvoicePage } from './invoice-actions.ts';
import { invoiceQuery, type Invoice } from './queries.ts';

interface InvoiceDialogProps {
  organizationId: string;
  invoiceId: string;
  onClose: () => void;
}

/** Shows an invoice with its PDF. Invoices of the payment provider link to its page instead. */
export default function InvoiceDialog({ organizationId, invoiceId, onClose }: InvoiceDialogProps) {
  const query = useQuery(invoiceQuery(organizationId, invoiceId));
  const isOnline = useConnection() === 'online';
  const download = useInvoiceDownload();
  const page = useInvoicePage();
  const isProviders = Boolean(query.data?.provider);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={query.data ? `Invoice ${query.data.number}` : 'Invoice'}
      className="max-w-xl"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={isProviders ? <ExternalLink aria-hidden className="size-4" /> : <FileDown aria-hidden className="size-4" />}
            loading={download.isPending || page.isPending}
            disabledReason={isOnline ? !query.data && 'The invoice is still loading.' : NEEDS_CONNECTION}
            onClick={() => (isProviders ? page : download).mutate({ organizationId, invoiceId })}
          >
            {isProviders ? 'Open in Stripe' : 'Download PDF'}
          </Button>
        </>
      }
    >
      <QueryState query={query} skeleton={<Skeleton className="h-80 rounded-md" />} failed="Couldn’t load the invoice" as="part">
        {(invoice) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <DataAge at={query.dataUpdatedAt} />
            <div className="rounded-md border border-line shadow-2">
              <InvoicePaper invoice={invoice} />
            </div>
          </div>
        )}
      </QueryState>
    </Dialog>
  );
}

/** Always white, in any theme. */
function InvoicePaper({ invoice }: { invoice: Invoice }) {
  const {
    number,
    description,
    amount,
    currency,
    billed_to: to,
    issued_by: by,
    issued_at: issued,
    due_on: due,
    paid_at: paid,
    voided_at: voided,
  } = invoice;
  const sum = formatMoney(amount, currency);
  return (
    <article className="invoice">
      <header className="invoice-head">
        <p className="invoice-brand">{by.name}</p>
        <p className="invoice-number">Invoice {number}</p>
      </header>
      {by.address !== '' && <p className="whitespace-pre-line">{by.address}</p>}
      <dl className="invoice-facts">
        <div>
          <dt>Billed to</dt>
          <dd>{to.name}</dd>
          {to.email !== null && <dd>{to.email}</dd>}
        </div>
        <div>
          <dt>Issued</dt>
          <dd>{formatFullDate(issued, 'UTC')}</dd>
        </div>
        <div>
          <dt>Due</dt>
          <dd>{formatCalendarDay(due)}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{invoiceStatusLabel(invoice).name}</dd>
          {(paid ?? voided) !== null && <dd>{formatFullDate(paid ?? voided ?? issued, 'UTC')}</dd>}
        </div>
      </dl>
      <table className="invoice-lines">
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Period</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{description}</td>
            <td>{formatPeriod(invoice)}</td>
            <td>{sum}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td>{sum}</td>
          </tr>
        </tfoot>
      </table>
      {by.payment_note !== '' && <p className="whitespace-pre-line">{by.payment_note}</p>}
    </article>
  );
}
