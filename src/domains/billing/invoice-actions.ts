import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserDownload } from '#src/shell/browser-download.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { toast } from '#src/ui/toast.ts';
import { invoiceQuery, openPaymentPage, type Plan, readInvoiceLink } from './queries.ts';

const goTo = (url: string): void => window.location.assign(url);

/** Leaves for the payment provider: to buy a plan, or, with null, to manage what is paid for. */
export function usePaymentPage(organizationId: string) {
  return useMutation({
    mutationFn: (plan: Plan['id'] | null) => openPaymentPage(organizationId, plan),
    onSuccess: goTo,
    onError: (error) => toast.error('Couldn’t open the payment page', { detail: describeFailure(error).detail }),
  });
}

/** Leaves for the provider's page of one of its invoices. */
export function useInvoicePage() {
  return useMutation({
    mutationFn: ({ organizationId, invoiceId }: { organizationId: string; invoiceId: string }) =>
      readInvoiceLink(organizationId, invoiceId),
    onSuccess: (url) => {
      if (url !== null) goTo(url);
      else toast.info('The invoice isn’t available while you’re viewing this account');
    },
    onError: (error) => toast.error('Couldn’t open the invoice', { detail: describeFailure(error).detail }),
  });
}

interface InvoiceRef {
  /** Null: it was removed for good. */
  organizationId: string | null;
  invoiceId: string;
}

/** Takes an invoice as a PDF. It is read anew before: that renews the session, and says what would be refused. */
export function useInvoiceDownload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ organizationId, invoiceId }: InvoiceRef) => {
      if (organizationId !== null) await client.fetchQuery({ ...invoiceQuery(organizationId, invoiceId), staleTime: 0 });
      browserDownload(apiUrl(`/api/v1/${organizationId === null ? '' : `organizations/${organizationId}/`}invoices/${invoiceId}/pdf`));
    },
    onError: (error) => toast.error('Couldn’t download the invoice', { detail: describeFailure(error).detail }),
  });
}
