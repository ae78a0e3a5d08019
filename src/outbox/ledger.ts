// What this phone has acknowledged, noted outside the database: so that a database that was lost is noticed and told with numbers. Kept in
// pages only; what the worker delivers is struck out at the next start.
import { pageStorage, remember } from '#src/lib/page-storage.ts';
import type { PhotoRecord, Receipt } from './record.ts';

export interface Counts {
  /** Handed over on this phone in this event, ever: taken with its camera, or imported. */
  shot: number;
  /** Of those, the imported ones. */
  imported: number;
  /** Only on this phone: waiting, sending or parked. */
  waiting: number;
  /** Of those waiting, the ones that need the person. */
  parked: number;
  /** Proven to be on the server. */
  stored: number;
  /** Of those stored, the imported ones. */
  importsStored: number;
  /** Were stored, and the server has lost them. */
  lost: number;
  /** The database was made anew and not looked over yet: these are the numbers of before. */
  unchecked?: true;
}

export interface KnownCounts extends Counts {
  /** They are what the database says now, and it was looked over: only of such numbers may it be said that all is stored. */
  certain: boolean;
}

/** Of an acknowledged photo, what tells it to the person. */
export interface Acknowledged {
  id: string;
  account: string;
  eventId: string;
  eventName: string;
  takenAt: number;
}

const SHOT = 'outbox shot ';
const COUNTS = 'outbox counts ';
const GENERATION = 'outbox generation';

export function noteAcknowledged({ id, account, eventId, eventName, takenAt }: PhotoRecord): void {
  remember(SHOT + id, JSON.stringify({ id, account, eventId, eventName, takenAt } satisfies Acknowledged));
}

export const forgetAcknowledged = (id: string) => remember(SHOT + id, null);

/** What was noted under keys that begin so; what nobody of this app can have written is left out. */
function noted<T>(prefix: string): [rest: string, value: T][] {
  const storage = pageStorage();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
  return keys.flatMap((key): [string, T][] => {
    try {
      return [[key.slice(prefix.length), JSON.parse(storage?.getItem(key) ?? '') as T]];
    } catch {
      return [];
    }
  });
}

/** Acknowledged, and not known to be on the server. */
export const allAcknowledged = () => noted<Acknowledged>(SHOT).map(([, shot]) => shot);

/** As noted; earlier releases knew of no imports, and of no lost photos. */
type NotedCounts = Omit<Counts, 'imported' | 'importsStored' | 'lost'> & Partial<Counts>;

const place = (account: string, eventId: string) => `${account} ${eventId}`;

export const noteCounts = (account: string, eventId: string, counts: Counts) =>
  remember(COUNTS + place(account, eventId), JSON.stringify(counts));

/** The numbers as last read; while the database cannot be. */
export const lastCounts = (account: string, eventId: string) =>
  noted<NotedCounts>(COUNTS + place(account, eventId))
    .map(([, counts]): Counts => ({ imported: 0, importsStored: 0, lost: 0, ...counts }))
    .at(0);

/** Under which key of `meta` stands how many a lost database had proofs of. */
export const carriedKey = (account: string, eventId: string) => `carried ${place(account, eventId)}`;

/** Under which key of `meta` stands how many imported ones were proved, those of a lost database included. */
export const importsStoredKey = (account: string, eventId: string) => `imports stored ${place(account, eventId)}`;

/** Under which key of `meta` stands what the server has lost of one event, as JSON. */
export const lostKey = (account: string, eventId: string) => `lost ${place(account, eventId)}`;

/** Photos that were proved to be on the server, and are not there any more. */
export interface Lost {
  photos: Receipt[];
  /** Of the photos whose proofs went with an earlier database. */
  unnamed: number;
}

export const readLost = (stored: string | number | undefined): Lost =>
  typeof stored === 'string' ? (JSON.parse(stored) as Lost) : { photos: [], unnamed: 0 };

/** What a new database has to carry on from the one that was lost: values of `meta`. */
export const toCarry = () =>
  noted<NotedCounts>(COUNTS)
    .filter(([, { stored }]) => stored > 0)
    .flatMap(([where, { stored, importsStored = 0 }]): [key: string, value: number][] => [
      [`carried ${where}`, stored],
      [`imports stored ${where}`, importsStored],
    ]);

/** Which database the notes belong to. */
export const notedGeneration = () => pageStorage()?.getItem(GENERATION) ?? null;
export const noteGeneration = (id: string) => remember(GENERATION, id);
