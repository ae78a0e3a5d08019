// Import history: the picked files and their results. A browser cannot reopen picked files after a reload, so the app can only name the
// missing ones (docs/outbox.md, Imports). A batch is deleted once all its files are stored.
import { withLock } from '#src/lib/bfcache.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatCount } from '#src/lib/format.ts';
import { withDb, write, type WriteTx } from './db.ts';
import type { ImportRow, RefusalReason } from './record.ts';

const reasons: Record<RefusalReason, string> = {
  'too-big': 'The file is larger than the server accepts.',
  'too-many-pixels': 'The photo has more pixels than the server accepts.',
  'wrong-type': 'Not a JPEG, PNG, WebP, AVIF or HEIC photo.',
  raw: 'RAW files aren’t supported. Import the JPEG instead: most cameras can save RAW + JPEG.',
  empty: 'The file is empty.',
  unreadable: 'Couldn’t read the file. Choose it again.',
  'storage-full': `This ${deviceLabel} ran out of space. Free up some space, then choose the file again.`,
  'storage-broken': `This ${deviceLabel}’s storage failed. Choose the file again.`,
};

const bytes = (size: number, name: string) => ({
  size,
  words: (found: string, most: string) => `${found} ${name}. The limit is ${most} ${name}.`,
});
const units: Partial<Record<RefusalReason, { size: number; words: (found: string, most: string) => string }>> = {
  'too-big': bytes(1024 * 1024, 'MB'),
  'too-many-pixels': { size: 1_000_000, words: (found, most) => `${found} megapixels. The limit is ${most}.` },
};

/** "280 megapixels. The limit is 100." */
export function importRefusalMessage({ reason, found, most }: ImportRefusal): string {
  if (found === undefined || most === undefined) return reasons[reason];
  const unit = reason === 'too-big' && most < 1024 * 1024 ? bytes(1024, 'kB') : units[reason];
  if (!unit) return reasons[reason];
  const limit = Math.floor(most / unit.size);
  // A value just above the limit must not read as the limit.
  return unit.words(formatCount(Math.max(Math.round(found / unit.size), limit + 1)), formatCount(limit));
}

/** Why a file was refused. */
export interface ImportRefusal {
  reason: RefusalReason;
  /** Actual and maximum number of bytes or pixels, for these reasons. */
  found?: number;
  most?: number;
}

export interface ImportTarget {
  account: string;
  eventId: string;
}

type FileIdentity = Pick<ImportRow, 'name' | 'size' | 'lastModified'>;

const isOpen = ({ state }: ImportRow) => state === 'unread' || state === 'refused';
const fileKey = ({ name, size, lastModified }: FileIdentity) => `${size} ${lastModified} ${name}`;

/** Matches files by the properties that browsers expose. */
export function createFileMatcher(files: readonly FileIdentity[]): (row: FileIdentity) => boolean {
  const picked = new Set(files.map(fileKey));
  return (row) => picked.has(fileKey(row));
}

/** The rows of a new batch. */
export function newImportRows({ account, eventId }: ImportTarget, batch: string, files: readonly FileIdentity[]): ImportRow[] {
  return files.map(({ name, size, lastModified }, number) => {
    return { v: 1, batch, number, account, eventId, name, size, lastModified, state: 'unread', reason: null };
  });
}

/** Records a batch before reading its files. Rows of earlier batches that are picked again are removed. */
export async function openImport(place: ImportTarget, rows: readonly ImportRow[]): Promise<void> {
  const others = await activeBatches();
  const isPicked = createFileMatcher(rows);
  await write(['imports'], async (tx) => {
    const imports = tx.objectStore('imports');
    for (const row of await imports.index('event').getAll([place.account, place.eventId])) {
      if ((isOpen(row) || row.known) && !others.has(row.batch) && isPicked(row)) await imports.delete([row.batch, row.number]);
    }
    for (const row of rows) await imports.put(row);
  });
}

/** Records the results of files that were not stored; the storing transaction records the others. */
export async function updateImportRows(rows: readonly ImportRow[]): Promise<void> {
  await write(['imports'], async (tx) => {
    const imports = tx.objectStore('imports');
    for (const row of rows) if (await imports.get([row.batch, row.number])) await imports.put(row);
  });
}

/** Ends the batch. Its rows stay while any file is missing; those of skipped files stay for the list to compare with a memory card. */
export async function closeImport(batch: string): Promise<void> {
  await write(['imports'], async (tx) => {
    const imports = tx.objectStore('imports');
    const range = IDBKeyRange.bound([batch, 0], [batch, Infinity]);
    const rows = await imports.getAll(range);
    if (rows.some(isOpen)) return;
    await imports.delete(range);
    for (const row of rows) if (row.known) await imports.put(row);
  });
}

/** Files that imports of this account and event have not stored, latest batch last, without batches that another tab is importing. */
export async function listUnfinishedImports({ account, eventId }: ImportTarget): Promise<ImportRow[]> {
  const rows = await withDb((db) => db.getAllFromIndex('imports', 'event', IDBKeyRange.only([account, eventId])));
  const others = rows.length > 0 ? await activeBatches() : NONE;
  return rows.filter((row) => isOpen(row) && !others.has(row.batch));
}

/** Hides them at the camera. */
export const hideImports = (target: ImportTarget): Promise<void> =>
  forEachIdleRow(target, async (imports, row) => void (await imports.put({ ...row, hidden: true })));

/** Call after the user has read them. */
export const dismissImports = (target: ImportTarget): Promise<void> =>
  forEachIdleRow(target, async (imports, row) => void (row.known || (await imports.delete([row.batch, row.number]))));

type ImportStore = ReturnType<typeof importStore>;
const importStore = (tx: WriteTx) => tx.objectStore('imports');

/** Visits each row of the event, except those that another tab is importing. */
async function forEachIdleRow(
  { account, eventId }: ImportTarget,
  act: (imports: ImportStore, row: ImportRow) => Promise<void>,
): Promise<void> {
  const others = await activeBatches();
  await write(['imports'], async (tx) => {
    const imports = importStore(tx);
    for (const row of await imports.index('event').getAll([account, eventId])) if (!others.has(row.batch)) await act(imports, row);
  });
}

const NONE: ReadonlySet<string> = new Set();
const LOCK_PREFIX = 'import ';

/** Locks the batch while `work` runs, so that other tabs see it as active. */
export async function withImportLock<T>(batch: string, work: () => Promise<T>): Promise<T> {
  return withLock(LOCK_PREFIX + batch, work);
}

/** Batches that any page is importing now. */
async function activeBatches(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return NONE;
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.map(({ name = '' }) => name).flatMap((name) => (name.startsWith(LOCK_PREFIX) ? [name.slice(LOCK_PREFIX.length)] : [])),
  );
}
