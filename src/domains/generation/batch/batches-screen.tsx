import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GeneratedPicture } from '#src/domains/generation/results/generated-picture.tsx';
import { untilRead } from '#src/domains/generation/until-read.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Palette } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { type Batch, batchCounts, batchesQuery, batchStatus, isActive, postedTo, shareOf, expectedTimeLeft } from './batches.ts';
import { useBatchEvents, useBatchTitle } from './use-batch.ts';

interface BatchesScreenProps {
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** Running and past batches of the person. */
export function BatchesScreen({ openId, onOpen }: BatchesScreenProps) {
  useBatchEvents();
  const query = useInfiniteQuery(batchesQuery);
  useRefetchOnReconnect(query);
  const opened = query.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === openId);
  const openedTitle = useBatchTitle(opened);
  return (
    <Page title="Batches" lead="Many photos in one style. Pause, resume or undo each batch as a whole.">
      <DataAge at={query.dataUpdatedAt} failed={query.isError} className="ml-auto" />
      <QueryState
        query={untilRead(query)}
        skeleton={
          <Loading label="Loading the batches" className="grid gap-3">
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} className="h-24" />
            ))}
          </Loading>
        }
        failed="Couldn’t load the batches"
        offline="Batches you’ve opened before are available offline."
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return items.length === 0 ? (
            <EmptyState
              icon={<Palette />}
              title="No batches yet"
              actions={
                <Link to="/dashboard/gallery" className={buttonClass({ variant: 'primary' })}>
                  Open the gallery
                </Link>
              }
            >
              Select photos in a gallery and choose Restyle. Their progress appears here.
            </EmptyState>
          ) : (
            <ul className="grid gap-3">
              {items.map((batch) => (
                <li key={batch.id}>
                  <BatchRow batch={batch} onOpen={() => onOpen(batch.id)} />
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
      <LoadMore query={query} />
      {openId !== undefined && (
        <Sheet open onOpenChange={(open) => open || onOpen(undefined)} title={openedTitle ?? 'Batch'}>
          <BatchProgress id={openId} listed={opened} />
        </Sheet>
      )}
    </Page>
  );
}

function BatchRow({ batch, onOpen }: { batch: Batch; onOpen: () => void }) {
  const title = useBatchTitle(batch);
  const [image] = batch.images;
  const tone = batch.undone_at !== null ? 'neutral' : batch.status === 'done' ? 'success' : batch.status === 'running' ? 'info' : 'warning';
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full gap-4 rounded-lg border border-line bg-surface p-4 text-left transition-colors hover:border-line-strong"
    >
      {image && (
        <span className="relative size-16 shrink-0 overflow-hidden rounded-sm bg-sunken">
          <GeneratedPicture image={image} />
        </span>
      )}
      <span className="grid min-w-0 flex-1 gap-2">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
          <Badge tone={batch.status === 'cancelled' && batch.undone_at === null ? 'neutral' : tone}>{batchStatus(batch)}</Badge>
          <span className="w-full text-sm text-ink-muted tabular-nums sm:ml-auto sm:w-auto">{formatDateTime(batch.created_at)}</span>
        </span>
        {isActive(batch) && <Progress label={`Progress of ${title}`} value={shareOf(batch)} />}
        <span className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-muted tabular-nums">
          <span>{[batch.source_event?.name, batchCounts(batch), postedTo(batch)].filter(Boolean).join(' · ')}</span>
          <span>{expectedTimeLeft(batch)}</span>
        </span>
      </span>
    </button>
  );
}
