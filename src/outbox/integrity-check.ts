import { withLock } from '#src/lib/bfcache.ts';
import { delay } from '#src/lib/delay.ts';
// Whether the database still has all that was acknowledged, and the second copies all that waits. Looked at when a page starts, when the
// database was lost under it, and when the disk has room again.
import { diskState } from '#src/lib/disk.ts';
import { uuid7Time, uuid7 } from '#src/lib/uuid7.ts';
import { withDb, write } from './db.ts';
import { publish } from './messages.ts';
import { listAcknowledgements, removeAcknowledgement, savedDbGeneration, saveDbGeneration, valuesToCarryOver } from './receipts.ts';
import { readPhotoRecord, type PhotoRecord } from './record.ts';
import type { RepairResult } from './repair.ts';
import { listReplicaFiles, replicaName, readReplica, removeReplicas, type ReplicaFile } from './replica.ts';

/** A shot that is being written has its copy before its record. */
const WRITE_GRACE_MS = 60_000;
const WRITE_WAIT_MS = 3_000;

/** What lies on this phone of second copies and notes, held against the database. */
interface Inventory {
  /** By the ids of the photos they are whole copies of. */
  copies: Map<string, ReplicaFile>;
  /** Neither whole nor empty, and not of this moment: cut while they were written. */
  torn: string[];
  /** Ids that have a copy or a note, and neither record nor receipt. */
  missing: string[];
  /** Waiting photos without a copy. */
  single: PhotoRecord[];
}

/**
 * Finds what has a copy or a note and no record, and brings it back; then makes the copies that are missing.
 * @returns what came of the first; null when nothing was missing
 */
export const checkIntegrity = (): Promise<RepairResult | null> =>
  // Of two tabs that start together the second finds the work done.
  withLock('outbox-check', checkUnderLock);

async function checkUnderLock(): Promise<RepairResult | null> {
  let found = await takeInventory();
  if (found.missing.some(mayBeInProgress)) {
    await delay(WRITE_WAIT_MS);
    found = await takeInventory();
  }
  const { missing, copies } = found;
  // Before anything that takes time: what is torn now may be whole later.
  for (const name of found.torn) await removeReplicas([name]).catch((error: unknown) => console.warn('A torn copy is left', error));
  const healing = missing.length === 0 ? null : await (await import('./repair.ts')).repair(missing, copies);
  await ensureDbGeneration();
  const single = found.single.filter(({ id }) => !mayBeInProgress(id));
  if (single.length > 0 && diskState() === 'fine') await (await import('./repair.ts')).recreateReplicas(single);
  return healing;
}

const mayBeInProgress = (id: string) => isRecent(uuid7Time(id));
/** One that is being written is locked while it is, and may be whole a moment later. */
const isRecentFile = (file: Blob) => file instanceof File && isRecent(file.lastModified);
/** On a clock that was set back, what seems to come from the future is old. */
const isRecent = (moment: number) => Math.abs(Date.now() - moment) < WRITE_GRACE_MS;

/** A database bears an id that is noted outside it too. One without is new; where another was noted, that one was lost. */
async function ensureDbGeneration(): Promise<void> {
  const before = savedDbGeneration();
  const { id, recreated } = await write(['meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const known = await meta.get('generation');
    if (typeof known === 'string') return { id: known, recreated: false };
    const made = uuid7();
    await meta.put(made, 'generation');
    // The proofs are gone, the numbers go on.
    if (before !== null) for (const [key, value] of valuesToCarryOver()) await meta.put(value, key);
    return { id: made, recreated: before !== null };
  });
  if (id !== before) saveDbGeneration(id);
  if (recreated) publish({ type: 'changed', photoIds: [] });
}

/** What has a receipt is struck out on the way; its copy stays until the server has confirmed the receipt (receipt-check.ts). */
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
