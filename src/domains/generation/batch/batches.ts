// Batches: many photos in one style. Queries, calls and words.
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { styleName } from '#src/domains/generation/labels.ts';
import { invalidateImages } from '#src/domains/generation/queries.ts';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { updateCached } from '#src/shell/update-cached.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type Batch = Schemas['GenerationBatch'];
export type BatchEstimate = Schemas['GenerationBatchEstimate'];
export type BatchRequest = Schemas['CreateGenerationBatchRequest'];

const KEY = ['generation', 'batches'] as const;
/** While a batch runs and its stream isn't open. */
const POLL_MS = 4000;

export const isActive = ({ status }: Batch): boolean => status === 'running' || status === 'paused';

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id] as const,
    queryFn: ({ signal }) => call('GET /api/v1/generation-batches/{batchId}', { path: { batchId: id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
    meta: { persist: { among: 'opened batches', most: 5 } },
  });

export const batchesQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'list'] as const,
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/v1/generation-batches', { query: { limit: 20, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
  ...cursorPagination,
  staleTime: 0,
  meta: { persist: { among: 'batches', most: 1 } },
});

export const estimateQuery = (body: BatchRequest | null) =>
  queryOptions({
    queryKey: [...KEY, 'estimate', body] as const,
    queryFn: async ({ signal }) => body && (await call('POST /api/v1/generation-batches/estimate', { body, signal })),
    enabled: body !== null,
    staleTime: 0,
    retry: false,
  });

export const startBatch = (id: string, account: string, body: BatchRequest): Promise<Batch> =>
  call('POST /api/v1/generation-batches', { header: { 'Idempotency-Key': id, 'X-Account': account }, body });

export type BatchAction = 'pause' | 'resume' | 'cancel' | 'retry' | 'undo' | 'restore';

export const changeBatch = (id: string, action: BatchAction): Promise<Batch> =>
  call(`POST /api/v1/generation-batches/{batchId}/${action}`, { path: { batchId: id } });

/** Puts a newer state of a batch into the cache. */
export function cacheBatch(client: QueryClient, batch: Batch): void {
  const before = client.getQueryData(batchQuery(batch.id).queryKey);
  if (before && before.seq > batch.seq) return;
  client.setQueryData(batchQuery(batch.id).queryKey, batch);
  updateCached<InfiniteData<Schemas['GenerationBatchPage'], string | null>>(client, batchesQuery.queryKey, (data) =>
    withBatch(data, batch),
  );
  if (before?.made !== batch.made || before.undone_at !== batch.undone_at) void invalidateImages(client);
  if (!isActive(batch)) void client.invalidateQueries({ queryKey: ['generation', 'credits'] });
}

function withBatch(
  data: InfiniteData<Schemas['GenerationBatchPage'], string | null>,
  batch: Batch,
): InfiniteData<Schemas['GenerationBatchPage'], string | null> {
  const isListed = data.pages.some(({ items }) => items.some(({ id }) => id === batch.id));
  const pages = data.pages.map((page, number) => {
    if (!isListed) return number === 0 ? { ...page, items: [batch, ...page.items] } : page;
    return { ...page, items: page.items.map((item) => (item.id === batch.id ? batch : item)) };
  });
  return { ...data, pages };
}

/** Paused after the first images, as asked at the start: not by the person. */
export const isToCheck = ({ status, pause_after: first, made, total, left }: Batch): boolean =>
  status === 'paused' && first !== null && made > 0 && (left === 0 || total - left >= first);

/** What is over of it, from 0 to 1. */
export const shareOf = ({ total, left }: Batch): number => (total === 0 ? 1 : (total - left) / total);

/** @param models to name the style; without its model, its id is shown */
export const batchTitle = (batch: Batch, models: readonly GenerationModel[]): string =>
  `${styleName(batch, models) ?? batch.model_name}, ${pluralize(batch.total, 'photo', 'photos')}`;

export const batchStatus = ({ status, undone_at: undoneAt }: Batch): string => {
  if (undoneAt !== null) return 'Removed';
  return { running: 'Running', paused: 'Paused', done: 'Done', cancelled: 'Canceled' }[status];
};

/** Such as “12 of 200 made · 1 failed · 2 skipped”. */
export function batchCounts({ total, made, failed, skipped, cancelled, posted, event, undone_at: undoneAt }: Batch): string {
  return [
    `${formatCount(made)} of ${formatCount(total)} made`,
    event !== null && undoneAt === null && `${formatCount(posted)} posted`,
    failed > 0 && `${formatCount(failed)} failed`,
    skipped > 0 && `${formatCount(skipped)} skipped`,
    cancelled > 0 && `${formatCount(cancelled)} canceled`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

/** Null if nothing is posted, or no longer. */
export const postedTo = ({ event, undone_at: undoneAt }: Batch): string | null =>
  event !== null && undoneAt === null ? `posted to ${event.name}` : null;

export function expectedTimeLeft({ status, seconds_left: seconds }: Batch): string | null {
  if (status !== 'running' || seconds === null) return null;
  if (seconds < 60) return 'Less than a minute left';
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? `About ${pluralize(minutes, 'minute', 'minutes')} left`
    : `About ${pluralize(Math.round(minutes / 60), 'hour', 'hours')} left`;
}
