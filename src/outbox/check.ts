// Whether the database still has all that was acknowledged. Looked at when a page starts and when the database was lost under it.
import { pause } from '#src/lib/pause.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { copyIds, dropCopies } from './copies.ts';
import { withDb, write } from './db.ts';
import type { Healing } from './heal.ts';
import { allAcknowledged, forgetAcknowledged, notedGeneration, noteGeneration, toCarry } from './ledger.ts';
import { publish } from './messages.ts';

/** A shot that is being written has its copy before its record. */
const IN_HAND_MS = 60_000;
const WRITTEN_WITHIN_MS = 3_000;

/**
 * Finds what has a copy or a note and no record, and brings it back.
 * @returns what came of it; null when nothing was missing
 */
export async function checkStore(): Promise<Healing | null> {
  let gone = await missing();
  if (gone.some((id) => Date.now() - bornAt(id) < IN_HAND_MS)) {
    await pause(WRITTEN_WITHIN_MS);
    gone = await missing();
  }
  const healing = gone.length === 0 ? null : await (await import('./heal.ts')).heal(gone);
  await knowGeneration();
  return healing;
}

/** Milliseconds since 1970, of a UUIDv7. */
const bornAt = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** A database bears an id that is noted outside it too. One without is new; where another was noted, that one was lost. */
async function knowGeneration(): Promise<void> {
  const before = notedGeneration();
  const { id, recreated } = await write(['meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const known = await meta.get('generation');
    if (typeof known === 'string') return { id: known, recreated: false };
    const made = uuid7();
    await meta.put(made, 'generation');
    // The proofs are gone, the numbers go on.
    if (before !== null) for (const [key, value] of toCarry()) await meta.put(value, key);
    return { id: made, recreated: before !== null };
  });
  if (id !== before) noteGeneration(id);
  if (recreated) publish({ type: 'changed', photoIds: [] });
}

/** Ids that have a copy or a note, and neither record nor receipt. What has a receipt is struck out on the way. */
async function missing(): Promise<string[]> {
  const copies = await copyIds();
  const noted = allAcknowledged().map(({ id }) => id);
  const ids = [...new Set([...copies, ...noted])];
  if (ids.length === 0) return [];
  const found = await withDb(async (db) => {
    const tx = db.transaction(['photos', 'receipts']);
    const [photos, receipts] = [tx.objectStore('photos'), tx.objectStore('receipts')];
    const rows = ids.map(async (id) => ({ id, photo: await photos.getKey(id), receipt: await receipts.getKey(id) }));
    const [, ...all] = await Promise.all([tx.done, ...rows]);
    return all;
  });
  const delivered = new Set(found.filter(({ photo, receipt }) => photo === undefined && receipt !== undefined).map(({ id }) => id));
  for (const id of noted) if (delivered.has(id)) forgetAcknowledged(id);
  dropCopies(copies.filter((id) => delivered.has(id)));
  return found.filter(({ photo, receipt }) => photo === undefined && receipt === undefined).map(({ id }) => id);
}
