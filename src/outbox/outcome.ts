// What an answer means for a record: the classes of docs/outbox.md, Sending 4. Pure.
import { ApiError, NetworkError, intermediaryError } from '#src/transport/problem.ts';
import { MAX_BACKOFF_MS } from './deadline.ts';

export type Outcome =
  /** The server holds it (or someone deleted it since): the record goes. */
  | { kind: 'delivered' }
  /** Try later. */
  | {
      kind: 'retry';
      code: string;
      message: string;
      /** Nothing that could be the server answered. */
      network: boolean;
      /** Seconds our server asked for. */
      after: number | null;
      /** Seconds a stranger asked for, at most a minute: the line's coming back is sooner. */
      hint: number;
    }
  /** Its bytes must travel again; the record stays. */
  | { kind: 'restart'; code: string; message: string; mismatch: boolean }
  /** The account waits: for a sign-in, because another account is signed in, or because nobody may change anything now. */
  | { kind: 'pause'; reason: 'session' | 'account' | 'maintenance'; code: string; message: string }
  /** The person must decide. */
  | { kind: 'park'; code: string; message: string };

/** The server takes no more reads for a moment: no attempt is counted. */
export const BUSY = 'busy';
const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 423, 425, 429]);
const UPLOAD_LOST: ReadonlySet<string> = new Set(['upload_not_found', 'upload_incomplete']);
const MISMATCH: ReadonlySet<string> = new Set(['hash_mismatch', 'size_mismatch']);
/** A line or disk that changes bytes is tried again, but not for ever. */
export const MAX_MISMATCHES = 3;

/**
 * @param error what the commit threw
 * @param mismatches how often the server has found other bytes than ours before
 */
export function classifyFailure(error: unknown, mismatches: number): Outcome {
  if (error instanceof NetworkError) return networkFailure(error);
  if (!(error instanceof ApiError)) throw error;
  const { code, status, message, retryAfter } = error;
  // Whatever is not the server's own problem document is a portal's or a proxy's: it neither parks a photo nor sets its pace.
  if (!error.fromServer) return networkFailure(intermediaryError(status, retryAfter));
  if (code === 'maintenance') return { kind: 'pause', reason: code, code, message };
  if (status >= 500 || RETRY_STATUSES.has(status)) return { kind: 'retry', code, message, network: false, after: retryAfter, hint: 0 };
  if (status === 401) return { kind: 'pause', reason: 'session', code, message };
  if (code === 'account_mismatch') return { kind: 'pause', reason: 'account', code, message };
  if (code === 'photo_deleted') return { kind: 'delivered' };
  if (UPLOAD_LOST.has(code)) return { kind: 'restart', code, message, mismatch: false };
  if (MISMATCH.has(code) && mismatches + 1 < MAX_MISMATCHES) return { kind: 'restart', code, message, mismatch: true };
  return { kind: 'park', code, message };
}

const networkFailure = ({ reason, message, hint }: NetworkError): Outcome => ({
  kind: 'retry',
  code: reason,
  message,
  network: true,
  after: null,
  hint: Math.min(hint, MAX_BACKOFF_MS / 1000),
});
