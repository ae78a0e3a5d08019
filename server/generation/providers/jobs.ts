// Providers with asynchronous jobs: the job's id is saved at once, the job is polled until it ends, and canceled on request. After a restart the
// server polls the same jobs instead of paying for new ones.
import { setTimeout as delay } from 'node:timers/promises';
import { GeneratorError, Suspended, type GeneratorContext, type GeneratorResult, type MadeImage } from '#server/generation/generator.ts';
import { mergeOutcomes, type RequestPart } from './payload.ts';

/** How a job is found again at its provider. */
export interface JobReference {
  id: string;
  /** The status URL, for providers that return one. */
  link?: string;
}

export type JobState =
  | { state: 'waiting'; ahead: number | null }
  | { state: 'running'; progress: number | null }
  | { state: 'done'; images: MadeImage[]; warnings?: GeneratorResult['warnings'] }
  | { state: 'failed'; error: GeneratorError }
  /** Cancelled there, or forgotten. */
  | { state: 'gone' };

export interface JobApi {
  submit(part: RequestPart, signal: AbortSignal): Promise<JobReference>;
  poll(job: JobReference, part: RequestPart, signal: AbortSignal): Promise<JobState>;
  /** Where the provider has such a call. */
  cancel?(job: JobReference, signal: AbortSignal): Promise<void>;
}

export interface JobTiming {
  /** Between two questions. */
  pollMs: number;
  /** Time limit after an abort for a pending submission, whose job id would be lost otherwise, and for a cancellation. */
  graceMs: number;
}

export const defaultTiming: JobTiming = { pollMs: 1000, graceMs: 5000 };

/** Consecutive failures of polling; the job itself continues. */
const MAX_POLL_FAILURES = 5;
const MAX_BACKOFF_MS = 30_000;

interface TrackedJob {
  part: RequestPart;
  job: JobReference | null;
  /** It was named before the server ended. */
  resumed: boolean;
  progress: number | null;
  message: string | undefined;
  /** Of its submission. */
  error: Error | null;
}

export async function runJobs(provider: string, parts: readonly RequestPart[], api: JobApi, context: GeneratorContext, timing: JobTiming) {
  const { signal } = context;
  signal.throwIfAborted();
  const before = referencesOf(context.submittedReference, parts.length);
  const held = parts.map((part, index): TrackedJob => {
    const job = before[index] ?? null;
    return { part, job, resumed: job !== null, progress: null, message: undefined, error: null };
  });
  const remember = async () => context.onSubmitted?.(JSON.stringify(held.map(({ job }) => job)));

  const submit = async (one: TrackedJob) => {
    one.job = await api.submit(one.part, withGracePeriod(signal, timing.graceMs));
    await remember();
    signal.throwIfAborted();
  };
  const tell = () => context.onProgress(progressOf(held));

  const finish = async (one: TrackedJob) => {
    let failed = 0;
    for (;;) {
      signal.throwIfAborted();
      if (one.error !== null) throw one.error;
      const { job } = one;
      if (!job) throw new Error('a job is asked about that was never taken');
      let pause = timing.pollMs;
      try {
        const state = await api.poll(job, one.part, signal);
        failed = 0;
        if (state.state === 'done') {
          [one.progress, one.message] = [1, undefined];
          tell();
          one.job = null;
          return { images: state.images, warnings: state.warnings ?? [] };
        }
        if (state.state === 'failed') {
          one.job = null;
          throw state.error;
        }
        if (state.state === 'gone') {
          one.job = null;
          if (!one.resumed) throw new GeneratorError('interrupted', `${provider} ended this before it was done.`, { retryable: true });
          one.resumed = false;
          await submit(one);
          continue;
        }
        one.progress = state.state === 'running' ? state.progress : null;
        one.message = state.state === 'waiting' ? waitingAt(provider, state.ahead) : undefined;
        tell();
      } catch (error) {
        signal.throwIfAborted();
        const passing = error instanceof GeneratorError && error.retryable && one.job !== null;
        // An unreadable response won't become readable: the job is lost.
        if (!passing && one.job === job) one.job = null;
        failed += 1;
        if (!passing || failed >= MAX_POLL_FAILURES) throw error;
        pause = Math.min(MAX_BACKOFF_MS, error.retryAfter === null ? timing.pollMs * 2 ** failed : error.retryAfter * 1000);
      }
      await delay(pause, undefined, { signal });
    }
  };

  const cancelAll = async () => {
    const { cancel } = api;
    if (!cancel) return;
    // The provider may not cancel them. Their results are not fetched.
    await Promise.allSettled(held.map(async ({ job }) => job && cancel(job, AbortSignal.timeout(timing.graceMs))));
  };

  try {
    for (const one of held) {
      if (one.job) continue;
      try {
        await submit(one);
      } catch (error) {
        signal.throwIfAborted();
        // Later submissions would fail too; submitted jobs continue.
        for (const left of held)
          if (!left.job) left.error = error instanceof Error ? error : new Error('it was not taken', { cause: error });
        break;
      }
    }
    const outcomes = await Promise.allSettled(held.map(finish));
    signal.throwIfAborted();
    const result = combineOutcomes(outcomes, parts);
    await cancelAll();
    return result;
  } catch (error) {
    // A stopping server leaves the jobs to the next start, because they are paid for.
    if (signal.aborted && !(signal.reason instanceof Suspended)) await cancelAll();
    signal.throwIfAborted();
    await remember();
    throw error;
  }
}

const combineOutcomes = (outcomes: Parameters<typeof mergeOutcomes>[0], parts: readonly RequestPart[]): GeneratorResult =>
  mergeOutcomes(
    outcomes,
    parts.reduce((sum, { count }) => sum + count, 0),
  );

const waitingAt = (provider: string, ahead: number | null): string =>
  ahead === null || ahead <= 0 ? `Waiting at ${provider}` : `Waiting at ${provider}, ${ahead} ahead`;

function progressOf(held: readonly TrackedJob[]) {
  const known = held.some(({ progress }) => progress !== null);
  const sum = held.reduce((total, { progress }) => total + (progress ?? 0), 0);
  return { progress: known ? Math.min(1, sum / held.length) : null, message: held.find(({ message }) => message !== undefined)?.message };
}

/** Ends some time after the given signal. */
function withGracePeriod(signal: AbortSignal, graceMs: number): AbortSignal {
  const later = new AbortController();
  const onAbort = () => void setTimeout(() => later.abort(signal.reason), graceMs).unref();
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return later.signal;
}

function referencesOf(taken: string | null | undefined, length: number): (JobReference | null)[] {
  if (taken == null || taken === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(taken);
  } catch (error) {
    throw new Error('the saved job references are invalid', { cause: error });
  }
  if (!Array.isArray(value) || value.length !== length) throw new Error('the saved job references don’t match the request');
  return value.map((job: JobReference | null) => (job && typeof job.id === 'string' ? { id: job.id, link: job.link } : null));
}
