import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';

export interface Failure {
  /** `stale`: a chunk of the app could not be loaded; only a reload helps. */
  kind: 'offline' | 'stale' | 'failed';
  /** A sentence for a person. */
  detail: string;
  requestId: string | null;
}

const CHUNK_LOAD_ERROR = /dynamically imported module|importing a module script|Unable to preload/i;

/** Describes an error of a loader, a query or the app's code for a screen. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ApiError) return { kind: 'failed', detail: error.message, requestId: error.requestId };
  if (error instanceof UserFacingError) return { kind: 'failed', detail: error.message, requestId: null };
  if (error instanceof NetworkError) return { kind: 'offline', detail: error.message, requestId: null };
  // A chunk that is not cached on this phone was requested offline, or a newer release replaced it.
  if (error instanceof Error && CHUNK_LOAD_ERROR.test(error.message)) {
    return {
      kind: 'stale',
      detail: 'Couldn’t load this part of the app. You may be offline, or it was replaced by a newer version.',
      requestId: null,
    };
  }
  return {
    kind: 'failed',
    detail: 'Something went wrong in the app. Reloading the page usually helps. Your photos are safe.',
    requestId: null,
  };
}
