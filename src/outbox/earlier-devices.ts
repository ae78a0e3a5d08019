// What the server answered to this device's last report of an event (device-report.ts): photos on devices that the person used before.
import type { components } from '#openapi/api.ts';
import { withDb, write } from './db.ts';
import { publish } from './messages.ts';

export type EarlierDevice = components['schemas']['EarlierDevice'];

/** The last report of an event that the server answered, in `meta`. */
export interface LastReport {
  /** Device ms. */
  at: number;
  /** The reported numbers, to notice changes. */
  numbers: string;
  waiting: number;
  /** The latest photo, to notice changes without counting. */
  newest: string | null;
  /** False for guests, and where the server refused: nothing is reported for a day. */
  isListed: boolean;
  earlier: EarlierDevice[];
  /** The one before got no answer and may arrive later: this one is sent again. */
  isInDoubt?: true;
  /** The notice that the person has dismissed. */
  dismissed?: string;
}

export const reportKey = (account: string, eventId: string) => `reported ${account} ${eventId}`;

export const parseReport = (stored: string | number | undefined) =>
  typeof stored === 'string' ? (JSON.parse(stored) as LastReport) : null;

export const noticeOf = (earlier: readonly EarlierDevice[]) => JSON.stringify(earlier.map(({ name, waiting }) => [name, waiting]));

/** Devices that this account used before at an event, and that have photos which did not arrive; without those that were dismissed. */
export async function earlierDevices(account: string, eventId: string): Promise<EarlierDevice[]> {
  const last = parseReport(await withDb((db) => db.get('meta', reportKey(account, eventId))));
  return last && last.dismissed !== noticeOf(last.earlier) ? last.earlier : [];
}

/** Call after the person has read the notice. It comes back if the numbers change. */
export async function dismissEarlierDevices(account: string, eventId: string): Promise<void> {
  await write(['meta'], async (tx) => {
    const key = reportKey(account, eventId);
    const last = parseReport(await tx.objectStore('meta').get(key));
    if (last) await tx.objectStore('meta').put(JSON.stringify({ ...last, dismissed: noticeOf(last.earlier) }), key);
  });
  publish({ type: 'changed', photoIds: [] });
}
