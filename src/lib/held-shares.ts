// Photos that another app shared with this one, held on the device until the person imports or discards them. Any site can send such a form
// (sw/share-target.ts), so they belong to no account before that. Each share is one cache of Cache Storage: blobs in IndexedDB fail in some
// versions of WebKit.
import { uuid7Time } from './uuid7.ts';

export const SHARE_PATH = '/share';

/** Why a share was not held. `setup`: no worker received it. */
export type ShareFailure = 'none' | 'many' | 'full' | 'storage' | 'setup';

const PREFIX = 'held-share-';
const LIST = '/share/list';
const DAY_MS = 24 * 3_600_000;
/** Longer than any share takes to be written. */
const INCOMPLETE_MS = DAY_MS / 24;
const KEPT_MS = 7 * DAY_MS;

export type SharedFile = Pick<File, 'name' | 'type' | 'size' | 'lastModified'>;

/** The account and event that the person has chosen. */
export type ShareTarget = { account: string; eventId: string };

interface ShareList {
  files: SharedFile[];
  target: ShareTarget | null;
}

/** `files`: those that are still held, by their number. */
export interface HeldShare {
  id: string;
  files: ReadonlyMap<number, SharedFile>;
  target: ShareTarget | null;
}

export const cacheOfShare = (id: string): string => PREFIX + id;
export const pathOfFile = (number: number): string => `/share/file/${number}`;

/** Written after the files: without a list, a share does not exist. */
export async function writeShareList(cache: Cache, list: ShareList): Promise<void> {
  await cache.put(LIST, Response.json(list));
}

/** The ids of all shares, complete or not. Deletes those that are too old. */
export async function shareIds(): Promise<string[]> {
  if (!('caches' in globalThis)) return [];
  const ids = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  const kept = await Promise.all(
    ids.map(async (id) => {
      const age = Date.now() - uuid7Time(id);
      if (age < INCOMPLETE_MS || (age < KEPT_MS && (await caches.match(LIST, { cacheName: cacheOfShare(id) })))) return [id];
      await discardShare(id);
      return [];
    }),
  );
  return kept.flat();
}

/** The numbers of a share's files. */
export async function heldNumbers(id: string): Promise<number[]> {
  const requests = await (await caches.open(cacheOfShare(id))).keys();
  return requests.flatMap(({ url }) => /\/share\/file\/(\d+)$/.exec(url)?.slice(1).map(Number) ?? []);
}

/** The complete shares, oldest first, without those that another account has begun to import. */
export async function listHeldShares(account: string): Promise<HeldShare[]> {
  const shares: HeldShare[] = [];
  for (const id of (await shareIds()).toSorted()) {
    const list = (await (await caches.match(LIST, { cacheName: cacheOfShare(id) }))?.json()) as ShareList | undefined;
    if (!list || (list.target !== null && list.target.account !== account)) continue;
    const files = (await heldNumbers(id))
      .toSorted((a, b) => a - b)
      .flatMap((number) => {
        const file = list.files[number];
        return file ? [[number, file] as const] : [];
      });
    if (files.length > 0) shares.push({ id, target: list.target, files: new Map(files) });
    else await discardShare(id);
  }
  return shares;
}

/** Remembers the event, so that an interrupted import continues there. */
export async function chooseTarget(id: string, target: ShareTarget): Promise<void> {
  const cache = await caches.open(cacheOfShare(id));
  const list = (await (await cache.match(LIST))?.json()) as ShareList | undefined;
  if (list) await writeShareList(cache, { ...list, target });
}

/** @throws if it is no longer held */
export async function readHeldFile(id: string, number: number): Promise<Blob> {
  const response = await caches.match(pathOfFile(number), { cacheName: cacheOfShare(id) });
  if (!response) throw new Error('The shared photo is no longer on this device.');
  return response.blob();
}

/** Removes a file that is stored elsewhere by now. */
export async function releaseHeldFile(id: string, number: number): Promise<void> {
  await (await caches.open(cacheOfShare(id))).delete(pathOfFile(number));
}

export const discardShare = async (id: string): Promise<void> => void (await caches.delete(cacheOfShare(id)));
