import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { describeFailure } from '#src/shell/failure.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { ApiError } from '#src/transport/problem.ts';
import { toast } from '#src/ui/toast.ts';
import { mergePicks, type PendingPick } from './picks.ts';
import { nameVisitor, ownPicksQuery, pickPhoto, submitPicks, unpickPhoto, withdrawPicks } from './queries.ts';

/** Picks of this browser at a link. Each change is sent at once, and shown before the server confirms it. */
export function usePicks(token: string, limit: number | null) {
  const client = useQueryClient();
  const query = useQuery({ ...ownPicksQuery(token), enabled: limit !== null });
  const [pending, setPending] = useState<readonly PendingPick[]>([]);
  /** The pick that waits for the visitor's name. */
  const [unnamed, setUnnamed] = useState<string | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const picks = useMemo(() => mergePicks(query.data?.items ?? [], pending), [query.data, pending]);
  const { queryKey } = ownPicksQuery(token);
  const visitor = query.data?.visitor ?? null;
  const submittedAt = visitor?.submitted_at ?? null;

  const [change] = useState(() =>
    optimisticMutation<PendingPick>({
      item: ({ photoId }) => `pick ${token} ${photoId}`,
      apply: (pick) => {
        setPending((now) => [...now, pick]);
        return () => setPending((now) => now.filter((other) => other !== pick));
      },
      send: async ({ photoId, note }) => {
        try {
          await (note === null ? unpickPhoto(token, photoId) : pickPhoto(token, photoId, note));
        } catch (error) {
          // The browser has forgotten the visitor, or another tab has submitted the picks.
          if (error instanceof ApiError) void client.invalidateQueries({ queryKey });
          throw error;
        }
      },
      failed: 'Couldn’t change your picks',
      settle: () => client.invalidateQueries({ queryKey }),
    }),
  );

  const add = (photoId: string, picked: ReadonlyMap<string, string>) => {
    if (limit !== null && picked.size >= limit)
      toast.info(limit === 1 ? 'You can pick one photo' : `You can pick ${limit} photos`, { detail: 'Remove one to pick another.' });
    else change({ photoId, note: '' });
  };
  const toggle = async (photoId: string) => {
    try {
      // A press right after the page opened waits for the picks.
      const own = query.data ?? (await client.ensureQueryData(ownPicksQuery(token)));
      const picked = mergePicks(own.items, pending);
      if (own.visitor === null) setUnnamed(photoId);
      else if (own.visitor.submitted_at !== null) toast.info('You have submitted your picks', { detail: 'Withdraw them to change them.' });
      else if (picked.has(photoId)) change({ photoId, note: null });
      else add(photoId, picked);
    } catch (error) {
      toast.error('Couldn’t change your picks', { detail: describeFailure(error).detail });
    }
  };
  const resolve = async (call: typeof submitPicks, failed: string) => {
    setSubmitting(true);
    try {
      const answer = await call(token);
      client.setQueryData(queryKey, (now) => now && { ...now, visitor: answer });
    } catch (error) {
      toast.error(failed, { detail: describeFailure(error).detail });
      void client.invalidateQueries({ queryKey });
    } finally {
      setSubmitting(false);
    }
  };

  return {
    query,
    picks,
    limit,
    visitor,
    submittedAt,
    submitting,
    isSaving: pending.length > 0,
    toggle: (photoId: string) => void toggle(photoId),
    setNote: (photoId: string, note: string) => change({ photoId, note }),
    submit: () => resolve(submitPicks, 'Couldn’t submit your picks'),
    withdraw: () => resolve(withdrawPicks, 'Couldn’t withdraw your picks'),
    /** Whether the visitor's name is needed now. */
    asksName: unnamed !== null,
    async giveName(name: string) {
      const answer = await nameVisitor(token, name);
      client.setQueryData(queryKey, (now) => ({ items: now?.items ?? [], visitor: answer }));
    },
    /** After the name was given, or not. */
    endNaming(given: boolean) {
      if (given && unnamed !== null) add(unnamed, picks);
      setUnnamed(null);
    },
  };
}

export type Picks = ReturnType<typeof usePicks>;
