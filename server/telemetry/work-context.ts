// What the current asynchronous work belongs to: the lane of its database connections, and the request or job that caused it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceSpan } from '#server/telemetry/tracing.ts';

/** `background`: jobs, event streams, and everything else that is not part of a request. */
export type PoolLane = 'writes' | 'reads' | 'background';

/** The request or job that work belongs to. */
export interface Cause {
  /** Of the request that is under way, or that added the job. Null: the job was planned. */
  requestId: string | null;
  /** Null outside of jobs. */
  job: { id: string; name: string } | null;
  /** Null without traces. */
  span: TraceSpan | null;
}

interface WorkContext {
  lane: PoolLane;
  cause: Cause | null;
}

const contexts = new AsyncLocalStorage<WorkContext>();

/** Runs `act`, and everything asynchronous that it starts, with connections of this lane. */
export const inLane = <Result>(lane: PoolLane, act: () => Result, cause = currentCause()): Result => contexts.run({ lane, cause }, act);

export const currentLane = (): PoolLane => contexts.getStore()?.lane ?? 'background';

export const currentCause = (): Cause | null => contexts.getStore()?.cause ?? null;

/**
 * What a log line says about the work that wrote it, in addition to what the writer says.
 * @param namesRequest whether the writer names the request already
 */
export function causeForLog(namesRequest: boolean): Record<string, string> {
  const cause = currentCause();
  if (!cause) return {};
  return {
    ...(!namesRequest && cause.requestId !== null && { reqId: cause.requestId }),
    ...(cause.job && { job: cause.job.id, task: cause.job.name }),
    ...(cause.span?.traceId && { trace_id: cause.span.traceId }),
  };
}

/** Travels in the payload of a job, where its handler doesn't see it. */
export interface CarriedCause {
  request?: string;
  /** W3C Trace Context. Empty: the trace isn't recorded. */
  traceparent?: string;
}

/** Undefined: there is nothing to carry. */
export function carriedCause(): CarriedCause | undefined {
  const cause = currentCause();
  if (!cause || (cause.requestId === null && !cause.span)) return undefined;
  return { ...(cause.requestId !== null && { request: cause.requestId }), ...(cause.span && { traceparent: cause.span.traceparent }) };
}
