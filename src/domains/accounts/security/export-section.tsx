import { useMutation, useQuery } from '@tanstack/react-query';
import { ownDataQuery } from '#src/domains/accounts/queries.ts';
import { pluralize, formatBytes } from '#src/lib/format.ts';
import { browserDownload } from '#src/shell/browser-download.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Download } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';

async function download(): Promise<void> {
  unwrap(await api.GET('/api/v1/auth/account'));
  browserDownload(apiUrl('/api/v1/auth/account/export'));
}

export function ExportSection() {
  const { data, dataUpdatedAt } = useQuery(ownDataQuery);
  const isOnline = useConnection() === 'online';
  const start = useMutation({
    mutationFn: download,
    onSuccess: () => toast.success('Download started'),
    onError: (error) => toast.error('Couldn’t start the download', { detail: describeFailure(error).detail }),
  });
  return (
    <Card
      title="Download your data"
      lead="A ZIP file with your original photos and all other data we store about you. Photos still waiting on a device aren’t included."
    >
      {data && <DataAge at={dataUpdatedAt} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="text-sm text-ink-muted">{data && `${pluralize(data.photos, 'photo', 'photos')} · ${formatBytes(data.bytes)}`}</p>
        <Button
          icon={<Download aria-hidden className="size-4" />}
          loading={start.isPending}
          disabledReason={!isOnline && NEEDS_CONNECTION}
          onClick={() => start.mutate()}
        >
          Download
        </Button>
      </div>
    </Card>
  );
}
