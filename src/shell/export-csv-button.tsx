import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { Button } from '#src/ui/button.tsx';
import { FileDown } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { browserDownload } from './browser-download.ts';
import { NEEDS_CONNECTION, useConnection } from './connection.ts';
import { describeFailure } from './failure.ts';

interface ExportCsvButtonProps {
  /** The URL of the file, with the list's parameters. */
  href: string;
  /** The list's query. Refetched first: that renews the session and reports refusals. */
  query: Pick<UseQueryResult, 'refetch'>;
  label?: string;
}

/** Downloads the whole list, filtered and sorted; as CSV by default. */
export function ExportCsvButton({ href, query, label = 'Export CSV' }: ExportCsvButtonProps) {
  const isOnline = useConnection() === 'online';
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await query.refetch({ throwOnError: true });
      browserDownload(href);
    },
    onError: (error) => toast.error('Couldn’t export the list', { detail: describeFailure(error).detail }),
  });
  return (
    <Button
      icon={<FileDown aria-hidden className="size-4" />}
      loading={isPending}
      disabledReason={!isOnline && NEEDS_CONNECTION}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}
