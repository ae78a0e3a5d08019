// Watches the outbox storage: whether it is complete, and whether this page may read it.
import { atom, getDefaultStore } from 'jotai';
import { subscribeDisk } from '#src/lib/disk.ts';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { checkIntegrity } from '#src/outbox/integrity-check.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { isImport } from '#src/outbox/record.ts';
import type { RepairResult } from '#src/outbox/repair.ts';
import { session } from '#src/session/store.ts';

const KEY = 'outbox healing';

/** Lost and restored photos, until the person has seen the report: it survives a reload. */
export const repairResultAtom = atom<RepairResult | null>(loadRepairResult());
/** This page is older than the schema of the outbox. */
export const outdatedPageAtom = atom(false);

/** The server has lost photos of an account on this device. */
export const photosLostAtom = atom(false);

/** A deleted store causes several messages. */
const SETTLE_MS = 500;
/** The check reads every replica, which a start to the shutter does not wait for. */
const START_MS = 2_500;

function loadRepairResult(): RepairResult | null {
  try {
    return JSON.parse(safeLocalStorage()?.getItem(KEY) ?? 'null') as RepairResult | null;
  } catch {
    return null;
  }
}

const store = getDefaultStore();

function addRepairResult(found: RepairResult): void {
  const before = store.get(repairResultAtom);
  const lost = new Map([...(before?.lost ?? []), ...found.lost].map((shot) => [shot.id, shot]));
  const all = { restored: (before?.restored ?? 0) + found.restored, later: found.later, lost: [...lost.values()] };
  if (all.restored + all.later + all.lost.length === 0) return;
  writeLocalStorage(KEY, JSON.stringify(all));
  store.set(repairResultAtom, all);
}

/** The person has seen the report; it does not appear again. */
export function dismissRepairResult(): void {
  writeLocalStorage(KEY, null);
  store.set(repairResultAtom, null);
}

let running: Promise<void> = Promise.resolve();

function runIntegrityCheck(): void {
  running = running.then(async () => {
    try {
      const found = await checkIntegrity();
      if (found) addRepairResult(found);
    } catch (error) {
      console.warn('The outbox integrity check failed', error);
    }
  });
}

/** Checks that the server still has the confirmed photos, and can decode the imported ones. */
export async function startReceiptChecks(): Promise<void> {
  try {
    (await import('./receipt-watch.ts')).watchReceipts(() => store.set(photosLostAtom, true));
  } catch (error) {
    console.warn('Could not start receipt checks', error);
  }
}

export function watchOutboxIntegrity(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(runIntegrityCheck, SETTLE_MS);
  };
  subscribeOutbox((message) => {
    const { type } = message;
    if (type === 'store-reset') soon();
    if (type === 'store-newer') store.set(outdatedPageAtom, true);
    if (message.type === 'delivered' && isImport(message.photo.source)) void startReceiptChecks();
  });
  subscribeDisk((state) => {
    if (state === 'fine') soon();
  });
  void session.ready().then(() => setTimeout(soon, START_MS));
}
