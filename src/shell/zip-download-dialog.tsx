// Many photos as one ZIP file: choose what it has, watch it being prepared, download it. Closed, it goes on, and is found again when it is opened.
import { useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatDateTime, pluralize } from '#src/lib/format.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Download } from '#src/ui/icons.ts';
import { Progress } from '#src/ui/progress.tsx';
import { RadioGroup, type RadioOption } from '#src/ui/radio-group.tsx';
import { NEEDS_CONNECTION, offlineTitle, useConnection } from './connection.ts';
import { describeFailure } from './failure.ts';

type PhotoDownload = components['schemas']['PhotoDownload'];

const POLL_MS = 1500;

export interface ZipDownloadDialogProps<Choice extends string> {
  title: string;
  description: string;
  /** Of this download among others. */
  queryKey: QueryKey;
  /** With a single one there is nothing to choose. */
  choices: readonly [RadioOption & { value: Choice }, ...(RadioOption & { value: Choice })[]];
  legend: string;
  begin: (choice: Choice) => Promise<PhotoDownload>;
  read: (downloadId: string, signal: AbortSignal) => Promise<PhotoDownload>;
  /** Undefined if the download can’t be canceled. */
  cancel?: (downloadId: string) => Promise<unknown>;
  onClose: () => void;
  /** Another way to have the photos, above the choice. */
  before?: ReactNode;
}

export function ZipDownloadDialog<Choice extends string>(props: ZipDownloadDialogProps<Choice>) {
  const { title, description, queryKey, choices, legend, begin, read, cancel, onClose, before } = props;
  const client = useQueryClient();
  const connection = useConnection();
  const needsConnection = connection !== 'online' && NEEDS_CONNECTION;
  const [choice, setChoice] = useState(choices[0].value);
  const query = useQuery<PhotoDownload | null>({
    queryKey,
    queryFn: ({ signal }) => {
      const begun = client.getQueryData<PhotoDownload | null>(queryKey);
      return begun ? read(begun.id, signal) : null;
    },
    initialData: null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? POLL_MS : false),
  });
  const keep = (download: PhotoDownload | null) => client.setQueryData<PhotoDownload | null>(queryKey, download);
  const start = useMutation({ mutationFn: () => begin(choice), onSuccess: keep });
  const stop = useMutation({
    mutationFn: async ({ id }: PhotoDownload) => cancel?.(id),
    onSuccess: () => {
      keep(null);
      onClose();
    },
  });

  const download = query.data;
  const failure = query.error instanceof NetworkError ? null : query.error;
  const close = <Button onClick={onClose}>Close</Button>;

  const show = (content: ReactNode, footer: ReactNode) => (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} description={description} footer={footer}>
      {content}
    </Dialog>
  );

  if (!download) {
    return show(
      <>
        {before}
        {choices.length > 1 && (
          <RadioGroup
            name="zip-download"
            legend={legend}
            options={choices}
            columns={1}
            value={choice}
            onChange={({ target }) => setChoice(choices.find(({ value }) => value === target.value)?.value ?? choice)}
          />
        )}
        {start.error && <Failed title="Couldn’t start the download">{describeFailure(start.error).detail}</Failed>}
      </>,
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" loading={start.isPending} disabledReason={needsConnection} onClick={() => start.mutate()}>
          Prepare download
        </Button>
      </>,
    );
  }

  if (failure || download.state === 'failed') {
    return show(
      <Failed title="Couldn’t prepare the download">{failure ? describeFailure(failure).detail : download.failure}</Failed>,
      <>
        {close}
        <Button variant="primary" onClick={() => keep(null)}>
          Start again
        </Button>
      </>,
    );
  }

  if (download.state === 'preparing') {
    return show(
      <>
        <div className="grid gap-2">
          <p className="text-sm tabular-nums">
            Preparing {formatCount(download.prepared)} of {formatCount(download.photos)}
          </p>
          <Progress label="Preparing the download" value={download.prepared / download.photos} />
        </div>
        {connection !== 'online' && <Banner title={offlineTitle(connection)}>The server goes on. The progress follows.</Banner>}
        {stop.error && <Failed title="Couldn’t cancel the download">{describeFailure(stop.error).detail}</Failed>}
      </>,
      <>
        {cancel && (
          <Button loading={stop.isPending} disabledReason={needsConnection} onClick={() => stop.mutate(download)}>
            Cancel download
          </Button>
        )}
        {close}
      </>,
    );
  }

  return show(
    <>
      <p role="status" className="text-sm tabular-nums">
        {pluralize(download.photos - download.missing_photos, 'photo', 'photos')} · {formatBytes(download.bytes ?? 0)}. Works until{' '}
        {formatDateTime(download.expires_at)}.
        {download.web_size_photos > 0 && (
          <span className="mt-2 block text-ink-muted">
            {pluralize(download.web_size_photos, 'photo is', 'photos are')} in web size, because the{' '}
            {download.web_size_photos === 1 ? 'original is' : 'originals are'} no longer kept.
          </span>
        )}
      </p>
      {download.missing_photos > 0 && <Missing download={download} />}
      {connection !== 'online' && <Banner title={offlineTitle(connection)}>{NEEDS_CONNECTION}</Banner>}
    </>,
    <>
      <Button onClick={() => keep(null)}>New download</Button>
      <a href={apiUrl(download.url ?? '')} download={download.file_name} className={buttonClass({ variant: 'primary' })}>
        <Download aria-hidden className="size-4" />
        Download ZIP
      </a>
    </>,
  );
}

/** What the file lacks is said before it is downloaded. */
function Missing({ download: { missing_photos: missing, awaited_photos: awaited } }: { download: PhotoDownload }) {
  const others = missing - awaited;
  return (
    <Banner title={awaited > 0 ? `${pluralize(awaited, 'original is', 'originals are')} still on the way` : 'Some photos are missing'}>
      {others > 0 && `${pluralize(others, 'photo', 'photos')} can’t be read or had not arrived. `}
      The file lists what it lacks in _missing.txt.{awaited > 0 && ' Start a new download once the originals have arrived.'}
    </Banner>
  );
}

function Failed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Banner tone="danger" title={title}>
      {children}
    </Banner>
  );
}
