/** A notification from yesterday is in the app, and is no news: push services and we keep it no longer. */
export const PUSH_TTL_SECONDS = 24 * 3600;

/** Devices of one person; a further one takes the place of the one turned on first. */
export const MAX_DEVICES = 20;

export type PushVerdict = 'sent' | 'gone' | 'failed' | 'again';

/** What the answer of a push service means (RFC 8030, 5 and 8.4): a device that is gone never comes back, and what it refuses now it refuses later. */
export function pushVerdictOf(status: number): PushVerdict {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'again' : 'failed';
}
