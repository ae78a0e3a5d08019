// What becomes of one request, from when it is written down here until it is made.
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#src/shell/failure.ts';
import { isFinished, type Generation, type ImageOwner } from './generation.ts';
import { generationQuery } from './queries.ts';
import { useGenerationEvents } from './use-generation-events.ts';
import { useWaitingRequests } from './use-waiting-requests.ts';

/** Where the stream cannot be followed, it is asked for. */
const POLL_MS = 4_000;

export type RequestProgress =
  /** On this device: the server does not have it yet. */
  | { state: 'waiting' }
  /** The server's sentence. */
  | { state: 'refused'; why: string }
  | { state: 'under-way'; generation: Generation }
  | { state: 'finished'; generation: Generation };

/** @param id of a request that was written down; null: of none yet */
export function useRequestProgress(account: string, owner: ImageOwner, id: string | null): RequestProgress {
  useGenerationEvents(owner);
  const here = useWaitingRequests(account, owner).find((request) => request.id === id);
  const { data, error } = useQuery({
    ...generationQuery(id ?? ''),
    enabled: id !== null && !here,
    refetchInterval: ({ state }) => (state.data && isFinished(state.data) ? false : POLL_MS),
  });
  if (here) return here.refusal === null ? { state: 'waiting' } : { state: 'refused', why: here.refusal };
  if (data) return { state: isFinished(data) ? 'finished' : 'under-way', generation: data };
  const failure = error && describeFailure(error);
  return failure?.kind === 'failed' ? { state: 'refused', why: failure.detail } : { state: 'waiting' };
}
