// What this phone has acknowledged, noted outside the database: so that a database that was lost is noticed and told with numbers. Kept in
// pages only; what the worker delivers is struck out at the next start.
import { pageStorage, remember } from '#src/lib/page-storage.ts';
import type { PhotoRecord } from './record.ts';

export interface Counts {
  /** Taken on this phone in this event, ever. */
  shot: number;
  /** Only on this phone: waiting, sending or parked. */
  waiting: number;
  /** Of those waiting, the ones that need the person. */
  parked: number;
  /** Proven to be on the server. */
  stored: number;
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

const place = (account: string, eventId: string) => `${account} ${eventId}`;

export const noteCounts = (account: string, eventId: string, counts: Counts) =>
  remember(COUNTS + place(account, eventId), JSON.stringify(counts));

/** The numbers as last read; while the database cannot be. */
export const lastCounts = (account: string, eventId: string) => noted<Counts>(COUNTS + place(account, eventId)).at(0)?.[1];

/** Under which key of `meta` stands how many a lost database had proofs of. */
export const carriedKey = (account: string, eventId: string) => `carried ${place(account, eventId)}`;

/** What a new database has to carry on from the one that was lost: values of `meta`. */
export const toCarry = () =>
  noted<Counts>(COUNTS)
    .filter(([, { stored }]) => stored > 0)
    .map(([where, { stored }]): [key: string, value: number] => [`carried ${where}`, stored]);

/** Which database the notes belong to. */
export const notedGeneration = () => pageStorage()?.getItem(GENERATION) ?? null;
export const noteGeneration = (id: string) => remember(GENERATION, id);
