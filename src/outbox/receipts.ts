// Acknowledgements, counts and receipts. Acknowledgements and counts are saved outside the database, so that its loss is noticed and
// reported with numbers: only in pages, in localStorage and in memory, because all site data may be cleared while a page is open.
// Deliveries by the worker are removed at the next start.
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import type { WriteTx } from './db.ts';
import { isImport, type PhotoRecord, type Receipt } from './record.ts';

export interface UploadCounts {
  /** Photos taken or imported on this phone for this event, ever. */
  shot: number;
  /** Of `shot`, the imported ones. */
  imported: number;
  /** Only on this phone: waiting, sending or parked. */
  waiting: number;
  /** Of `waiting`, those that need a decision. */
  parked: number;
  /** Confirmed by the server. */
  stored: number;
  /** Of `stored`, the imported ones. */
  importsStored: number;
  /** Confirmed earlier, but lost by the server. */
  lost: number;
  /** Of `stored`, imports that cannot be decoded, until dismissed. */
  damaged: number;
  /** Of `stored`, imports that the server has not decoded yet. */
  undecoded: number;
  /**
   * Set if some receipts are older than this page and were not checked since: time of the latest receipt or check (device ms). 0 if
   * unknown.
   */
  asOf?: number;
  /** The database was recreated and not checked yet: these are the saved counts. */
  unchecked?: true;
}

export interface CheckedCounts extends UploadCounts {
  /** Read from a database that passed its check: only then may the app show that all photos are stored. */
  current: boolean;
}

/** The part of an acknowledged photo that is shown if it is lost. */
export interface Acknowledgement {
  id: string;
  account: string;
  eventId: string;
  eventName: string;
  /** Missing in notes of earlier releases. */
  eventZone?: string | null;
  takenAt: number;
}

const SHOT = 'outbox shot ';
const COUNTS = 'outbox counts ';
const GENERATION = 'outbox generation';
const DEVICE = 'outbox device';

/** What this page has written or read, by storage. */
const memoryByStorage = new WeakMap<object, Map<string, string>>();

function memoryStorage(): Map<string, string> {
  const storage = safeLocalStorage();
  if (!storage) return new Map();
  const known = memoryByStorage.get(storage);
  if (known) return known;
  const made = new Map<string, string>();
  memoryByStorage.set(storage, made);
  loadInto(made, storage);
  // Other tabs write too. A null key means that everything was cleared, which this copy exists for.
  const hear = ({ key, newValue }: { key: string | null; newValue: string | null }) => {
    if (key !== null && newValue === null) made.delete(key);
    else if (key !== null && made.has(key)) made.set(key, newValue ?? '');
  };
  if ('addEventListener' in globalThis) {
    addEventListener('storage', (event) => hear(event as Event & { key: string | null; newValue: string | null }));
    // A page restored from the back/forward cache missed the events of others.
    addEventListener('pageshow', (event) => {
      if (!(event as Event & { persisted: boolean }).persisted) return;
      made.clear();
      loadInto(made, storage);
    });
  }
  return made;
}

function loadInto(made: Map<string, string>, storage: NonNullable<ReturnType<typeof safeLocalStorage>>): void {
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? '';
    if ([SHOT, COUNTS, GENERATION, DEVICE].some((prefix) => key.startsWith(prefix))) made.set(key, storage.getItem(key) ?? '');
  }
}

function writeEntry(key: string, value: string | null): void {
  if (value === null) memoryStorage().delete(key);
  else memoryStorage().set(key, value);
  writeLocalStorage(key, value);
}

export function addAcknowledgement({ id, account, eventId, eventName, eventZone, takenAt }: PhotoRecord): void {
  writeEntry(SHOT + id, JSON.stringify({ id, account, eventId, eventName, eventZone, takenAt } satisfies Acknowledgement));
}

export const removeAcknowledgement = (id: string) => writeEntry(SHOT + id, null);

/** Entries with this key prefix. Entries that this app cannot have written are ignored. */
function readEntries<T>(prefix: string): [rest: string, value: T][] {
  const storage = safeLocalStorage();
  const here = memoryStorage();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
  for (const key of keys) here.set(key, storage?.getItem(key) ?? '');
  return [...here]
    .filter(([key]) => key.startsWith(prefix))
    .flatMap(([key, text]): [string, T][] => {
      try {
        if (!keys.includes(key)) writeLocalStorage(key, text); // it was cleared
        return [[key.slice(prefix.length), JSON.parse(text) as T]];
      } catch {
        return [];
      }
    });
}

/** Acknowledged photos that are not known to be on the server. */
export const listAcknowledgements = () => readEntries<Acknowledgement>(SHOT).map(([, shot]) => shot);

const COUNTS_DEFAULTS = { imported: 0, importsStored: 0, lost: 0, damaged: 0, undecoded: 0 };

/** Earlier releases saved fewer counts. */
type StoredCounts = Omit<UploadCounts, keyof typeof COUNTS_DEFAULTS> & Partial<UploadCounts>;

const eventKey = (account: string, eventId: string) => `${account} ${eventId}`;

export const saveCounts = (account: string, eventId: string, counts: UploadCounts) =>
  writeEntry(COUNTS + eventKey(account, eventId), JSON.stringify(counts));

/** The saved counts, for when the database cannot be read. */
export const readSavedCounts = (account: string, eventId: string) =>
  readEntries<StoredCounts>(COUNTS + eventKey(account, eventId))
    .map(([, counts]): UploadCounts => ({ ...COUNTS_DEFAULTS, ...counts }))
    .at(0);

/** Key of `meta`: number of receipts that a lost database had. */
export const carriedKey = (account: string, eventId: string) => `carried ${eventKey(account, eventId)}`;

/** Key of `meta`: number of delivered imports, including those of a lost database. */
export const importsStoredKey = (account: string, eventId: string) => `imports stored ${eventKey(account, eventId)}`;

/** Key of `meta`: photos of one event that the server has lost, as JSON. */
export const lostKey = (account: string, eventId: string) => `lost ${eventKey(account, eventId)}`;

/** Key of `meta`: time of the last receipt check that the server answered (device ms). */
export const checkedKey = (account: string, eventId: string) => `checked ${eventKey(account, eventId)}`;

/** Key of `meta`: receipts of damaged imports of one event, as JSON. */
export const damagedKey = (account: string, eventId: string) => `damaged ${eventKey(account, eventId)}`;

/** Key of `meta`: ids of acknowledged photos of one event that this device lost, as JSON. */
export const goneKey = (account: string, eventId: string) => `gone ${eventKey(account, eventId)}`;

export const readGone = (stored: string | number | undefined): string[] =>
  typeof stored === 'string' ? (JSON.parse(stored) as string[]) : [];

export const readDamaged = (stored: string | number | undefined): Receipt[] =>
  typeof stored === 'string' ? (JSON.parse(stored) as Receipt[]) : [];

/** Key of `meta`: number of imports that the server has not decoded yet. */
export const undecodedKey = (account: string, eventId: string) => `undecoded ${eventKey(account, eventId)}`;

/** Photos that the server had confirmed and no longer has. */
export interface LostPhotos {
  photos: Receipt[];
  /** Number of lost photos whose receipts were in an earlier database. */
  unnamed: number;
}

export const readLost = (stored: string | number | undefined): LostPhotos =>
  typeof stored === 'string' ? (JSON.parse(stored) as LostPhotos) : { photos: [], unnamed: 0 };

/** Values of `meta` that a recreated database takes over from the lost one. */
export const valuesToCarryOver = () =>
  readEntries<StoredCounts>(COUNTS)
    .filter(([, { stored }]) => stored > 0)
    .flatMap(([where, { stored, importsStored = 0 }]): [key: string, value: number][] => [
      [`carried ${where}`, stored],
      [`imports stored ${where}`, importsStored],
    ]);

const readSaved = (key: string) => safeLocalStorage()?.getItem(key) ?? memoryStorage().get(key) ?? null;

/** The id of the database that these notes belong to. */
export const savedDbGeneration = () => readSaved(GENERATION);
export const saveDbGeneration = (id: string) => writeEntry(GENERATION, id);

/** The device's id: a database that was lost and repaired is still the same device. */
export const savedDeviceId = () => readSaved(DEVICE);
export const saveDeviceId = (id: string) => writeEntry(DEVICE, id);

type EventKey = Pick<PhotoRecord, 'account' | 'eventId'>;

async function countImport(tx: WriteTx, { account, eventId, source, undecoded }: Receipt, by: 1 | -1): Promise<void> {
  if (isImport(source)) await addToCounter(tx, importsStoredKey(account, eventId), by);
  if (undecoded) await addToCounter(tx, undecodedKey(account, eventId), by);
}

async function addToCounter(tx: WriteTx, key: string, by: 1 | -1): Promise<void> {
  const meta = tx.objectStore('meta');
  await meta.put(Math.max(0, Number((await meta.get(key)) ?? 0) + by), key);
}

/** The server has this photo. */
export async function addReceipt(tx: WriteTx, receipt: Receipt): Promise<void> {
  const receipts = tx.objectStore('receipts');
  const before = await receipts.get(receipt.id);
  if (before) await countImport(tx, before, -1);
  await countImport(tx, receipt, 1);
  await receipts.put(receipt);
}

/** The server no longer has these photos. */
export async function dropReceipts(tx: WriteTx, dropped: readonly Receipt[]): Promise<void> {
  for (const receipt of dropped) {
    await tx.objectStore('receipts').delete(receipt.id);
    await countImport(tx, receipt, -1);
  }
}

export async function writeLost(tx: WriteTx, { account, eventId }: EventKey, lost: LostPhotos): Promise<void> {
  const meta = tx.objectStore('meta');
  const key = lostKey(account, eventId);
  if (lost.photos.length + lost.unnamed > 0) await meta.put(JSON.stringify(lost), key);
  else await meta.delete(key);
}

/** The bytes exist again on the phone or the server, so the photo is no longer lost. */
export async function removeFromLost(tx: WriteTx, { account, eventId, sha256 }: EventKey & Pick<PhotoRecord, 'sha256'>): Promise<void> {
  const { photos, unnamed } = readLost(await tx.objectStore('meta').get(lostKey(account, eventId)));
  const left = photos.filter((photo) => photo.sha256 !== sha256);
  if (left.length < photos.length) await writeLost(tx, { account, eventId }, { photos: left, unnamed });
}
