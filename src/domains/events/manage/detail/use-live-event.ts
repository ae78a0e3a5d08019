// An event with its figures, updated live for its organizers.
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { eventNumbersQuery } from '#src/domains/events/manage/queries.ts';
import { usePatchedEvents } from '#src/domains/events/manage/use-event-actions.tsx';
import { eventQuery } from '#src/domains/events/queries.ts';
import { throttle } from '#src/lib/throttle.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';

type Change = Pick<components['schemas']['PhotoChange'], 'kind' | 'seq'>;

/** At most one refetch per second, however many changes arrive. */
const MIN_REFETCH_MS = 1000;

/** Reports of photos and people who join aren't in the event's stream. */
const EVERY_MS = 30_000;

export function useLiveEvent(id: string) {
  const client = useQueryClient();
  const query = useQuery(eventQuery(id));
  useRefetchOnReconnect(query);
  const patched = usePatchedEvents();
  const own = query.data?.relation === 'organization' && query.data.deleted_at === null;
  const numbers = useQuery({ ...eventNumbersQuery(id), enabled: own, refetchInterval: EVERY_MS });

  const invalidate = useCallback((queryKey: QueryKey) => client.invalidateQueries({ queryKey }, { cancelRefetch: false }), [client]);
  const read = useMemo(() => {
    const { queryKey } = eventQuery(id);
    return {
      numbers: throttle(() => void invalidate(eventNumbersQuery(id).queryKey), MIN_REFETCH_MS),
      event: throttle(() => void invalidate(queryKey), MIN_REFETCH_MS),
    };
  }, [id, invalidate]);
  useEffect(() => {
    return () => {
      read.numbers.cancel();
      read.event.cancel();
    };
  }, [read]);

  // Changes that arrive during a fetch may be missing from its answer.
  const latest = useRef(0);
  const { data, isFetching } = numbers;
  useEffect(() => {
    if (data && !isFetching && latest.current > data.stream_position) read.numbers();
  }, [data, isFetching, read]);

  const follower = {
    position: own ? (data?.stream_position ?? null) : null,
    onChanges(changes: readonly Change[]) {
      latest.current = Math.max(latest.current, ...changes.map(({ seq }) => seq));
      read.numbers();
      if (changes.some(({ kind }) => kind === 'event')) read.event();
    },
    async reload() {
      read.event();
      return (await client.fetchQuery({ ...eventNumbersQuery(id), staleTime: 0 })).stream_position;
    },
    probe: () => client.fetchQuery({ ...eventQuery(id), staleTime: 0 }),
  };
  return { query, numbers, event: query.data && patched(query.data), follower };
}

export type LiveEvent = ReturnType<typeof useLiveEvent>;

interface Waiting {
  pending: number | null;
  reported: number | null;
}

/** The numbers of photos that wait for a decision. While moderating, its own numbers count, if it knows them. */
export function useWaiting(id: string, { numbers }: LiveEvent) {
  const client = useQueryClient();
  const [moderating, setModerating] = useState<Waiting>();
  return {
    pending: moderating?.pending ?? numbers.data?.pending ?? null,
    reported: moderating?.reported ?? numbers.data?.reported ?? null,
    onWaiting: (waiting: Waiting | undefined) => {
      setModerating(waiting);
      if (!waiting) void client.invalidateQueries(eventNumbersQuery(id));
    },
  };
}
