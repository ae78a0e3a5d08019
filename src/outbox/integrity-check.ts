// Checks that the database still has every acknowledged photo, and the replicas every queued one. Runs some seconds after a page
// started, when the database was lost, and when disk space is available again.
import { withLock } from '#src/lib/bfcache.ts';
import { delay } from '#src/lib/delay.ts';
import { diskState } from '#src/lib/disk.ts';
import { uuid7Time, uuid7 } from '#src/lib/uuid7.ts';
import { withDb, write } from './db.ts';
import { publish } from './messages.ts';
import {
  listAcknowledgements,
  removeAcknowledgement,
  savedDbGeneration,
  saveDbGeneration,
  savedDeviceId,
  saveDeviceId,
  valuesToCarryOver,
} from './receipts.ts';
import { readPhotoRecord, type PhotoRecord } from './record.ts';
import type { RepairResult } from './repair.ts';
import { listReplicaFiles, replicaName, readReplica, removeReplicas, type ReplicaFile } from './replica.ts';

/** A shot in progress has its replica before its record. */
const WRITE_GRACE_MS = 60_000;
const WRITE_WAIT_MS = 3_000;

/** The replicas and acknowledgements on this phone, compared with the database. */
interface Inventory {
  /** Complete replicas by photo id. */
  copies: Map<string, ReplicaFile>;
  /** Neither complete nor empty nor recent: truncated during a write. */
  torn: string[];
  /** Ids with a replica or acknowledgement, but without record and receipt. */
  missing: string[];
  /** Queued photos without a replica. */
  single: PhotoRecord[];
}

/**
 * Restores photos that have a replica or acknowledgement but no record, then recreates missing replicas.
 * @returns the result of the restore; null if nothing was missing
 */
export const checkIntegrity = (): Promise<RepairResult | null> =>
  // If two tabs start together, the second finds the work done.
  withLock('outbox-check', checkUnderLock);

async function checkUnderLock(): Promise<RepairResult | null> {
  let found = await takeInventory();
  if (found.missing.some(mayBeInProgress)) {
    await delay(WRITE_WAIT_MS);
    found = await takeInventory();
  }
  const { missing, copies } = found;
  // First, before slower work: a truncated file may be complete later.
  for (const name of found.torn) await removeReplicas([name]).catch((error: unknown) => console.warn('A replica was not removed', error));
  const healing = missing.length === 0 ? null : await (await import('./repair.ts')).repair(missing, copies);
  await ensureDbGeneration();
  const single = found.single.filter(({ id }) => !mayBeInProgress(id));
  if (single.length > 0 && diskState() === 'fine') await (await import('./repair.ts')).recreateReplicas(single);
  return healing;
}

const mayBeInProgress = (id: string) => isRecent(uuid7Time(id));
/** A file in progress is locked, and may be complete a moment later. */
const isRecentFile = (file: Blob) => file instanceof File && isRecent(file.lastModified);
/** After the clock was set back, times in the future are old. */
const isRecent = (moment: number) => Math.abs(Date.now() - moment) < WRITE_GRACE_MS;

/** The database's id is saved outside it too. A database without an id is new; if another id was saved, that database was lost. */
async function ensureDbGeneration(): Promise<void> {
  const before = savedDbGeneration();
  const deviceBefore = savedDeviceId();
  const { id, device } = await write(['meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const known = await meta.get('generation');
    // A new database gets the device's id back, also if the worker has given it another meanwhile.
    const device = (known === undefined ? deviceBefore : null) ?? String((await meta.get('device')) ?? deviceBefore ?? uuid7());
    await meta.put(device, 'device');
    if (typeof known === 'string') return { id: known, device };
    const made = uuid7();
    await meta.put(made, 'generation');
    // The receipts are lost, but the counts carry over.
    if (before !== null) for (const [key, value] of valuesToCarryOver()) await meta.put(value, key);
    return { id: made, device };
  });
  if (device !== deviceBefore) saveDeviceId(device);
  if (id === before) return;
  saveDbGeneration(id);
  // Reports waited for it (device-report.ts).
  publish({ type: 'changed', photoIds: [] });
}

/** Removes acknowledgements that have a receipt. Their replicas stay until the server has confirmed the receipt (receipt-check.ts). */
async function takeInventory(): Promise<Inventory> {
  const copies = new Map<string, ReplicaFile>();
  const torn: string[] = [];
  for (const found of await listReplicaFiles()) {
    const copy = await readReplica(found.file);
    if (copy) copies.set(copy.facts.id, found);
    else if (found.file.size > 0 && !isRecentFile(found.file)) torn.push(found.name);
  }
  const noted = listAcknowledgements().map(({ id }) => id);
  const ids = [...new Set([...copies.keys(), ...noted])];
  const { records, receipts } = await withDb(async (db) => {
    const tx = db.transaction(['photos', 'receipts']);
    const [all, ...rows] = await Promise.all([
      tx.objectStore('photos').getAll(),
      ...ids.map(async (id) => ((await tx.objectStore('receipts').getKey(id)) === undefined ? [] : [id])),
      tx.done.then(() => []),
    ]);
    return { records: new Map(all.map((stored) => [stored.id, readPhotoRecord(stored)])), receipts: new Set(rows.flat()) };
  });
  for (const id of ids) if (receipts.has(id) && !records.has(id)) removeAcknowledgement(id);
  const names = new Set([...copies.values()].map(({ name }) => name));
  return {
    copies,
    torn,
    missing: ids.filter((id) => !records.has(id) && !receipts.has(id)),
    single: [...records.values()].filter(
      (record) => record.state !== 'discarding' && !names.has(replicaName(record)) && !copies.has(record.id),
    ),
  };
}
