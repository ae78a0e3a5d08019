// Watches over what the photos are kept in: whether it is all there, and whether this page may read it.
import { atom, getDefaultStore } from 'jotai';
import { subscribeDisk } from '#src/lib/disk.ts';
import { pageStorage, remember } from '#src/lib/page-storage.ts';
import type { Healing } from '#src/outbox/heal.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { session } from '#src/session/store.ts';

const KEY = 'outbox healing';

/** What was lost and brought back, until the person has read it: a reload does not swallow it. */
export const healingAtom = atom<Healing | null>(readHealing());
/** This page is older than what the photos are kept in. */
export const storeNewerAtom = atom(false);

/** The server has lost photos of somebody who uses this device. */
export const lostAtom = atom(false);

/** A store that goes away goes with several messages. */
const SETTLE_MS = 500;

function readHealing(): Healing | null {
  try {
    return JSON.parse(pageStorage()?.getItem(KEY) ?? 'null') as Healing | null;
  } catch {
    return null;
  }
}

const store = getDefaultStore();

function tell(found: Healing): void {
  const before = store.get(healingAtom);
  const lost = new Map([...(before?.lost ?? []), ...found.lost].map((shot) => [shot.id, shot]));
  const all = { restored: (before?.restored ?? 0) + found.restored, later: found.later, lost: [...lost.values()] };
  if (all.restored + all.later + all.lost.length === 0) return;
  remember(KEY, JSON.stringify(all));
  store.set(healingAtom, all);
}

/** The person has read it: it is not told again. */
export function healingRead(): void {
  remember(KEY, null);
  store.set(healingAtom, null);
}

let running: Promise<void> = Promise.resolve();

function check(): void {
  running = running.then(async () => {
    try {
      const late = await import('#src/outbox/check.ts');
      const found = await late.checkStore();
      if (found) tell(found);
    } catch (error) {
      console.warn('Whether the queue is whole could not be looked at', error);
    }
  });
}

/** Whether the server still has what it confirmed, and can decode what was imported. */
export async function followReceipts(): Promise<void> {
  try {
    (await import('./receipt-watch.ts')).watchReceipts(() => store.set(lostAtom, true));
  } catch (error) {
    console.warn('Receipts are not checked', error);
  }
}

export function watchStore(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(check, SETTLE_MS);
  };
  subscribeOutbox((message) => {
    const { type } = message;
    if (type === 'store-reset') soon();
    if (type === 'store-newer') store.set(storeNewerAtom, true);
    if (message.type === 'delivered' && message.photo.source === 'import') void followReceipts();
  });
  subscribeDisk((state) => {
    if (state === 'fine') soon();
  });
  void session.ready().then(soon);
}
