// What the outbox knows about an event of which nothing else is stored on this phone.
import { withDb } from './db.ts';
import { listPendingPhotos } from './queue.ts';
import type { CaptureTarget } from './record.ts';

/** The event, for its camera, and how many photos wait; null if this account has neither waiting photos nor receipts of it. */
export async function knownEvent(
  account: string,
  eventId: string,
): Promise<(Omit<CaptureTarget, 'accountEmail'> & { waiting: number }) | null> {
  const photos = await listPendingPhotos(account, eventId);
  const waiting = photos.length;
  const last = photos.at(-1);
  if (last) return { account, eventId, eventName: last.eventName, eventZone: last.eventZone, eventFrom: last.eventFrom, waiting };
  const ofEvent = IDBKeyRange.only([account, eventId]);
  const receipt = (await withDb((db) => db.transaction('receipts').store.index('event').openCursor(ofEvent, 'prev')))?.value;
  return receipt?.eventName === undefined
    ? null
    : { account, eventId, eventName: receipt.eventName, eventZone: receipt.eventZone, waiting };
}
