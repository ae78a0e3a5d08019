import { useMutation, useQuery } from '@tanstack/react-query';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { pluralize, formatDateTime } from '#src/lib/format.ts';
import { browserDownload } from '#src/shell/browser-download.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { Download } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { AccountPanel } from './account-panel.tsx';

const read = async (token: string, signal?: AbortSignal) =>
  unwrap(await api.GET('/api/v1/data-exports/{token}', { params: { path: { token } }, ...(signal && { signal }) }));

/** Downloads a data export by the emailed link, for people who can't log in. Needs a click, so link scanners in mail programs don't download it. */
export default function DataExportDownload({ token }: { token: string }) {
  const query = useQuery({ queryKey: ['accounts', 'sent-export', token], queryFn: ({ signal }) => read(token, signal), retry: false });
  const isOnline = useConnection() === 'online';
  const start = useMutation({
    mutationFn: async () => {
      await read(token);
      browserDownload(apiUrl(`/api/v1/data-exports/${token}/archive`));
    },
    onSuccess: () => toast.success('Download started'),
    onError: (error) => toast.error('Couldn’t start the download', { detail: describeFailure(error).detail }),
  });
  return (
    <AccountPanel title="Your data" lead="A ZIP file with your original photos and all other data we store about you.">
      <QueryState
        query={query}
        as="part"
        failed="This link isn’t valid"
        offline="You need a connection to load your data."
        skeleton={<RowsSkeleton label="Loading your data" rows={1} row="py-3" lines={['h-5 w-40', 'h-4 w-56']} />}
      >
        {({ photos, bytes, expires_at: expiresAt }) => (
          <div className="grid gap-4">
            <p className="text-sm text-ink-muted">
              {pluralize(photos, 'photo', 'photos')} · {formatBytes(bytes)}. The link works until {formatDateTime(expiresAt)}. Don’t share
              it.
            </p>
            <Button
              variant="primary"
              size="lg"
              icon={<Download aria-hidden className="size-4" />}
              loading={start.isPending}
              disabledReason={!isOnline && NEEDS_CONNECTION}
              onClick={() => start.mutate()}
            >
              Download
            </Button>
          </div>
        )}
      </QueryState>
    </AccountPanel>
  );
}
