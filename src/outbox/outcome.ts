// What an answer means for a record: the classes of offline.md, Sending 4. Pure.
import { ApiError, NetworkError } from '#src/transport/problem.ts';

export type Outcome =
  /** The server holds it (or someone deleted it since): the record goes. */
  | { kind: 'delivered' }
  /** Try later. `network`: nothing that could be the server answered. `after`: seconds it asked for. */
  | { kind: 'retry'; code: string; message: string; network: boolean; after: number | null }
  /** Its bytes must travel again; the record stays. */
  | { kind: 'restart'; code: string; message: string; mismatch: boolean }
  /** The account waits: for a sign-in, or because another account is signed in. */
  | { kind: 'pause'; reason: 'session' | 'account'; code: string; message: string }
  /** The person must decide. */
  | { kind: 'park'; code: string; message: string };

const LATER: ReadonlySet<number> = new Set([408, 423, 425, 429]);
const UPLOAD_LOST: ReadonlySet<string> = new Set(['upload_not_found', 'upload_incomplete']);
const MISMATCH: ReadonlySet<string> = new Set(['hash_mismatch', 'size_mismatch']);
/** A line or disk that changes bytes is tried again, but not for ever. */
export const MISMATCHES_BEFORE_PARKING = 3;

/**
 * @param error what the commit threw
 * @param mismatches how often the server has found other bytes than ours before
 */
export function outcomeOf(error: unknown, mismatches: number): Outcome {
  if (error instanceof NetworkError) return { kind: 'retry', code: error.reason, message: error.message, network: true, after: null };
  if (!(error instanceof ApiError)) throw error;
  const { code, status, message, retryAfter } = error;
  // A 403 or 404 that is not the server's own problem document is a portal's or a proxy's: it must not park a photo.
  if (!error.fromServer) return { kind: 'retry', code, message, network: true, after: retryAfter };
  if (status >= 500 || LATER.has(status)) return { kind: 'retry', code, message, network: false, after: retryAfter };
  if (status === 401) return { kind: 'pause', reason: 'session', code, message };
  if (code === 'account_mismatch') return { kind: 'pause', reason: 'account', code, message };
  if (code === 'photo_deleted') return { kind: 'delivered' };
  if (UPLOAD_LOST.has(code)) return { kind: 'restart', code, message, mismatch: false };
  if (MISMATCH.has(code) && mismatches + 1 < MISMATCHES_BEFORE_PARKING) return { kind: 'restart', code, message, mismatch: true };
  return { kind: 'park', code, message };
}

const CAP_MS = 60_000;

/** When to try again, in ms from now: full jitter up to a minute, but never before the server said. */
export function backoff(attempts: number, after: number | null, random: () => number = Math.random): number {
  const jitter = random() * Math.min(CAP_MS, 1000 * 2 ** Math.min(attempts, 10));
  return Math.max(jitter, (after ?? 0) * 1000);
}
