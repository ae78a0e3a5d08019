import { useMutation } from '@tanstack/react-query';
import { describeFailure } from '#src/shell/failure.ts';
import { toast } from '#src/ui/toast.ts';
import { openPaymentPage, readInvoiceLink, type Plan } from './queries.ts';

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
