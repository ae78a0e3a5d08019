import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { describeImage } from '#src/domains/generation/generation.ts';
import { GeneratedPicture } from '#src/domains/generation/results/generated-picture.tsx';
import { formatDay, pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, offlineTitle, useConnection } from '#src/shell/connection.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { CircleStop, Images, Pause, Play, RotateCcw, Trash2 } from '#src/ui/icons.ts';
import { Progress } from '#src/ui/progress.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { type Batch, type BatchAction, batchCounts, batchStatus, isActive, isToCheck, shareOf, expectedTimeLeft } from './batches.ts';
import { useBatch, useBatchEvents } from './use-batch.ts';
import { hideBatchToast } from './watch-batches.ts';

interface BatchProgressProps {
  id: string;
  /** As a list shows it: without results and errors, for when it can't be loaded. */
  listed?: Batch | undefined;
}

/** One batch: its progress, results, and what can be done with it. */
export function BatchProgress({ id, listed }: BatchProgressProps) {
  const { query, change } = useBatch(id);
  useBatchEvents();
  useEffect(() => hideBatchToast(id), [id]);
  return (
    <QueryState
      query={{ ...query, data: query.data ?? (query.isError ? listed : undefined) }}
      skeleton={
        <Loading label="Loading the batch" className="grid gap-4">
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-1.5" />
          <div className="grid grid-cols-4 gap-1.5">
            {[0, 1, 2, 3].map((tile) => (
              <Skeleton key={tile} className="aspect-square !rounded-sm" />
            ))}
          </div>
        </Loading>
      }
      failed="Couldn’t load the batch"
      offline="The server goes on with it. The progress follows."
      as="part"
    >
      {(batch) => (
        <Progressing batch={batch} doing={change.isPending ? change.variables : null} onChange={(action) => change.mutate(action)} />
      )}
    </QueryState>
  );
}

interface ProgressingProps {
  batch: Batch;
  doing: BatchAction | null;
  onChange: (action: BatchAction) => void;
}

function Progressing({ batch, doing, onChange }: ProgressingProps) {
  const connection = useConnection();
  const offline = connection !== 'online' && NEEDS_CONNECTION;
  const { can, images, status } = batch;
  const action = (name: BatchAction, label: string, icon: React.ReactNode, variant: 'primary' | 'secondary' = 'secondary') =>
    can[name] && (
      <Button
        variant={variant}
        icon={icon}
        loading={doing === name}
        disabledReason={offline}
        onClick={() => onChange(name)}
        className="max-sm:flex-1"
      >
        {label}
      </Button>
    );
  const left = expectedTimeLeft(batch);
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <p className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
          <span className="font-medium">{batchStatus(batch)}</span>
          <span className="text-ink-muted">{left}</span>
        </p>
        {isActive(batch) && <Progress label="Progress of the batch" value={shareOf(batch)} />}
        <p role="status" className="text-sm text-ink-muted tabular-nums">
          {batchCounts(batch)}
        </p>
        {status === 'done' && batch.event !== null && batch.undone_at === null && batch.posted < batch.made && (
          <p className="text-sm text-ink-muted">
            Not posted: images that may show nudity, that the event has already, or that were deleted since, and those of photos that were
            rejected or deleted.
          </p>
        )}
        {batch.status === 'running' && <p className="text-sm text-ink-muted">You can close this. The server goes on.</p>}
      </div>
      {connection !== 'online' && (
        <Banner title={offlineTitle(connection)}>
          {status === 'running' ? 'The server goes on. The progress follows.' : 'You can change the batch when you’re online again.'}
        </Banner>
      )}
      {batch.message !== null && (
        <Banner tone="warning" title="The batch was stopped">
          {batch.message} {pluralize(batch.cancelled, 'image wasn’t', 'images weren’t')} made, and the credits are refunded.
        </Banner>
      )}
      {isToCheck(batch) && (
        <Banner title="Happy with these?">
          {batch.left > 0
            ? `Resume to make the other ${pluralize(batch.left, 'image', 'images')}, or cancel: what isn’t made is refunded.`
            : `Resume to post them${batch.event === null ? '' : ` to ${batch.event.name}`}, or cancel: they stay in your gallery.`}
        </Banner>
      )}
      {batch.errors.length > 0 && (
        <ul className="grid gap-1 text-sm text-ink-muted">
          {batch.errors.map(({ message, count }) => (
            <li key={message} className="flex gap-2">
              <span className="shrink-0 tabular-nums">{count} ×</span>
              <span className="min-w-0 wrap-anywhere">{message}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {action('pause', 'Pause', <Pause aria-hidden className="size-4" />)}
        {action('resume', 'Resume', <Play aria-hidden className="size-4" />, 'primary')}
        {action('retry', `Retry ${batch.failed} failed`, <RotateCcw aria-hidden className="size-4" />)}
        {action('cancel', 'Cancel', <CircleStop aria-hidden className="size-4" />)}
        {action('undo', 'Undo: remove all results', <Trash2 aria-hidden className="size-4" />)}
        {action('restore', 'Restore all results', <RotateCcw aria-hidden className="size-4" />, 'primary')}
      </div>
      <UndoNote batch={batch} />
      {images.length > 0 ? (
        <>
          <ul aria-label="Newest results" className={cn('grid gap-1.5', images.length <= 3 ? 'grid-cols-3' : 'grid-cols-4')}>
            {images.map((image) => (
              <li key={image.id} className="relative aspect-square overflow-hidden rounded-sm bg-sunken">
                <span role="img" aria-label={describeImage(image)} className="absolute inset-0">
                  <GeneratedPicture image={image} />
                </span>
              </li>
            ))}
          </ul>
          <Link
            to={batch.organization_id === null ? '/dashboard/gallery' : '/organization/image-gallery'}
            search={{ source: 'generated' }}
            className={buttonClass()}
          >
            <Images aria-hidden className="size-4" />
            Open in the gallery
          </Link>
        </>
      ) : (
        batch.undone_at === null && batch.left > 0 && <p className="text-sm text-ink-muted">Results appear here as they are made.</p>
      )}
    </div>
  );
}

function UndoNote({ batch }: { batch: Batch }) {
  const { can, event, undo_until: until } = batch;
  if (!can.undo && !can.restore) return null;
  const by = until === null ? '' : ` until ${formatDay(until)}`;
  if (can.restore) return <p className="text-sm text-ink-muted">All results can be restored{by}.</p>;
  return (
    <p className="text-sm text-ink-muted">
      Undo moves all results to the trash{event && ` and withdraws them from ${event.name}`}
      {by}. It can be reversed. Credits of images that were made aren’t refunded.
    </p>
  );
}
