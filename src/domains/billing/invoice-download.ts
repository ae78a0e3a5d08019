import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserDownload } from '#src/shell/browser-download.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { toast } from '#src/ui/toast.ts';
import { invoiceQuery } from './queries.ts';

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
