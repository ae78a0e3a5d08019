import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserDownload } from '#src/shell/browser-download.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { toast } from '#src/ui/toast.ts';
import { invoiceQuery, openPaymentPage, type Plan, readInvoiceLink } from './queries.ts';

const goTo = (url: string): void => window.location.assign(url);

/** Opens the payment provider's checkout for a plan, or its billing portal for null. */
export function usePaymentPage(organizationId: string) {
  return useMutation({
    mutationFn: (plan: Plan['id'] | null) => openPaymentPage(organizationId, plan),
    onSuccess: goTo,
    onError: (error) => toast.error('Couldn’t open the payment page', { detail: describeFailure(error).detail }),
  });
}

/** Opens the payment provider's page of an invoice. */
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
  /** Null if the organization was permanently deleted. */
  organizationId: string | null;
  invoiceId: string;
}

/** Downloads an invoice as a PDF. Fetches the invoice first: this refreshes the session and reports errors that a download can't. */
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
