import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { toast } from '#src/ui/toast.ts';
import { type Batch, type BatchAction, batchesQuery, batchQuery, batchTitle, cacheBatch, changeBatch } from './batches.ts';
import { watchBatch } from './watch-batches.ts';

const FAILED: Record<BatchAction, string> = {
  pause: 'Couldn’t pause the batch',
  resume: 'Couldn’t resume the batch',
  cancel: 'Couldn’t cancel the batch',
  retry: 'Couldn’t retry the images',
  undo: 'Couldn’t remove the images',
  restore: 'Couldn’t restore the images',
};

/** A batch, up to date by the stream of generations or, without it, by polling. */
export function useBatch(id: string) {
  const client = useQueryClient();
  const query = useQuery(batchQuery(id));
  const change = useMutation({
    mutationFn: (action: BatchAction) => changeBatch(id, action),
    onSuccess(batch, action) {
      cacheBatch(client, batch);
      if (action === 'resume' || action === 'retry') watchBatch(batch);
    },
    onError: (error, action) => void toast.error(FAILED[action], { detail: describeFailure(error).detail }),
  });
  return { query, change };
}

/** Null without a batch. */
export function useBatchTitle(batch: Batch | undefined): string | null {
  const { data: models = [] } = useQuery({ ...modelsQuery(batch?.organization_id ?? null), enabled: batch !== undefined });
  return batch ? batchTitle(batch, models) : null;
}

/** Follows all batches of the person while a screen shows them. */
export function useBatchEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stream = openReconnectingStream('/api/v1/generations/events', {
      kinds: ['batch'],
      after: () => null,
      onMessage: ({ data }) => cacheBatch(client, JSON.parse(data) as Batch),
      // What changed before it was open.
      onLive: (live) => live && void client.invalidateQueries({ queryKey: batchesQuery.queryKey.slice(0, 2) }),
      probe: () => client.fetchInfiniteQuery({ ...batchesQuery, staleTime: 0 }),
    });
    return () => stream.end();
  }, [client]);
}
