// A cache of thumbnails and previews on the disk of this server, in front of a bucket. Failures of the disk never become failures of a read.
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { defaultReserve, measureDisk } from '#server/storage/disk-space.ts';
import { orNull } from '#server/storage/local-files.ts';
import { isGalleryPicture, type Storage, type StoredObject } from '#server/storage/storage.ts';

type CacheConfig = Pick<Config, 'dataDir' | 'diskReserveBytes' | 's3'>;

export interface CachedStorage {
  storage: Storage;
  /** Removes what is outdated or too much. Runs by itself; resolves when it has ended. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** After this, the bucket is asked whether it still has the picture: another server may have deleted it. */
const CONFIRMED_MS = 10 * 60_000;
/** A picture that nobody asked for is removed, so that deleted ones don't remain on the disk. */
const EXPIRED_MS = 24 * 3600_000;
const PART_EXPIRED_MS = 10 * 60_000;
/** The precision of the order of eviction. */
const TOUCHED_MS = 60_000;
const TICK_MS = 60_000;
const TIDY_MS = 3600_000;
/** A preview has about 300 kB. */
const MAX_OBJECT_BYTES = 2 * 1024 * 1024;
/** Of each file: the length and the version of the picture that follows. */
const HEADER_BYTES = 256;
const BLOCK_BYTES = 4096;
/** Eviction goes below the limit, so that it isn't needed for each new picture. */
const KEPT_SHARE = 0.9;
const PARTS = 'parts';

interface Header {
  bytes: number;
  version: string;
}

/** `large`: each reader reads it from the bucket. */
type Picture = { bytes: Buffer; version: string | null } | 'large' | null;

interface Download {
  picture: Promise<Picture>;
  /** The object was written or deleted since it began. */
  isOutdated: boolean;
}

/** Nothing, if the configuration wants no cache. */
export function cachePictures(storage: Storage, config: CacheConfig, log: Pick<Logger, 'warn'>, measure = measureDisk): CachedStorage {
  const { s3 } = config;
  if (s3 === null || s3.cacheBytes === 0) return { storage, tidy: () => Promise.resolve(), close: () => Promise.resolve() };
  const { cacheBytes: maxBytes } = s3;
  const root = path.join(config.dataDir, 'cache', 'pictures');
  const bucket = `${s3.endpoint ?? s3.region} ${s3.bucket} ${s3.prefix}`;
  const downloads = new Map<string, Download>();
  const confirmations = new Map<string, Promise<boolean>>();
  const writes = new Set<Promise<void>>();
  /** Files that are being written. */
  const keeping = new Set<{ key: string; done: Promise<void> }>();
  /** Of all files, as far as this process knows. */
  let usedBytes = 0;
  /** Nothing is written until files could be removed. */
  let isFull = false;
  let tidied = Number.NEGATIVE_INFINITY;
  let tidying: Promise<void> | undefined;
  let warned = Number.NEGATIVE_INFINITY;

  const fileOf = (key: string) => {
    const hash = createHash('sha256').update(`${bucket} ${key}`).digest('hex');
    return path.join(root, hash.slice(0, 2), hash.slice(2));
  };

  function warn(err: unknown): void {
    const now = performance.now();
    if (now - warned < TICK_MS) return;
    warned = now;
    log.warn({ err }, 'the cache of pictures cannot be used; they are read from the bucket');
  }

  /** Bytes that may be added without taking room from uploads. */
  async function measureSpare(): Promise<number> {
    const { free, total } = await measure(config.dataDir);
    return free - 2 * (config.diskReserveBytes ?? defaultReserve(total));
  }

  /** Null if it isn't cached, or not as it is in the bucket. */
  async function read(key: string): Promise<StoredObject | null> {
    const file = fileOf(key);
    const handle = await orNull(() => open(file, 'r'));
    if (!handle) return null;
    let isGiven = false;
    try {
      const found = await describe(handle);
      const isConfirmed = found !== null && !isOlder(found.confirmedAt, CONFIRMED_MS);
      if (isConfirmed) await touch(handle, found);
      if (found && (isConfirmed || (await confirm(key, handle, found)))) {
        isGiven = true;
        const { bytes, version } = found;
        return { bytes, version, stream: handle.createReadStream({ start: HEADER_BYTES }) };
      }
      await rm(file, { force: true });
      return null;
    } finally {
      if (!isGiven) await handle.close();
    }
  }

  async function touch(handle: FileHandle, { confirmedAt, usedAt }: { confirmedAt: number; usedAt: number }): Promise<void> {
    if (isOlder(usedAt, TOUCHED_MS)) await handle.utimes(new Date(), new Date(confirmedAt)).catch(warn);
  }

  /** Whether the bucket still has this version. Asked once for all who read it meanwhile, until the file says so to those who come later. */
  function confirm(key: string, handle: FileHandle, { version }: Header): Promise<boolean> {
    const name = `${key} ${version}`;
    const ask = async () => {
      // Somebody else may have asked since it was described.
      const found = await describe(handle);
      if (found && !isOlder(found.confirmedAt, CONFIRMED_MS)) return true;
      const isCurrent = await isStored(key, version);
      const now = new Date();
      // Where times can't be set, each read is confirmed.
      if (isCurrent) await handle.utimes(now, now).catch(warn);
      return isCurrent;
    };
    const asking = confirmations.get(name) ?? ask().finally(() => confirmations.delete(name));
    confirmations.set(name, asking);
    return asking;
  }

  async function isStored(key: string, version: string): Promise<boolean> {
    const object = await storage.open(key);
    await object?.close();
    return object?.version === version;
  }

  /** All who ask for a picture at once share one download. */
  function download(key: string): Promise<Picture> {
    const running = downloads.get(key);
    if (running) return running.picture;
    const picture = fetchPicture(key);
    const begun: Download = { picture, isOutdated: false };
    downloads.set(key, begun);
    const write = picture
      // Those who wait for the picture get its error.
      .then(
        (found) => (found === null || found === 'large' ? undefined : keep(key, begun, found)),
        () => undefined,
      )
      .finally(() => {
        writes.delete(write);
        if (downloads.get(key) === begun) downloads.delete(key);
      });
    writes.add(write);
    return picture;
  }

  async function fetchPicture(key: string): Promise<Picture> {
    const object = await storage.get(key);
    if (!object) return null;
    if (object.bytes > MAX_OBJECT_BYTES) {
      object.stream.destroy();
      return 'large';
    }
    return { bytes: await buffer(object.stream), version: object.version };
  }

  async function keep(key: string, download: Download, picture: Exclude<Picture, string | null>): Promise<void> {
    const own = { key, done: writePicture(key, download, picture).catch(warn) };
    keeping.add(own);
    await own.done;
    keeping.delete(own);
  }

  async function writePicture(key: string, download: Download, { bytes, version }: Exclude<Picture, string | null>): Promise<void> {
    const header = version === null ? null : writeHeader({ bytes: bytes.length, version });
    if (header === null || isFull || download.isOutdated) return;
    const size = sizeOnDisk(HEADER_BYTES + bytes.length);
    if (usedBytes + size > maxBytes) {
      void tidy();
      return;
    }
    if ((await measureSpare()) < size) return;
    usedBytes += size;
    const [file, part] = [fileOf(key), path.join(root, PARTS, randomUUID())];
    try {
      for (const folder of [path.dirname(part), path.dirname(file)]) await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(part, Buffer.concat([header, bytes]), { flag: 'wx', mode: 0o600 });
      await rename(part, file);
    } catch (error) {
      usedBytes -= size;
      await rm(part, { force: true });
      throw error;
    }
  }

  /** After the object was written or deleted. */
  async function forget(key: string): Promise<void> {
    if (!isGalleryPicture(key)) return;
    const running = downloads.get(key);
    if (running) running.isOutdated = true;
    downloads.delete(key);
    // A file that is being written would appear after its removal.
    await Promise.all([...keeping].filter((file) => file.key === key).map(({ done }) => done));
    await rm(fileOf(key), { force: true }).catch(warn);
  }

  async function changing<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } finally {
      await forget(key);
    }
  }

  function tidy(): Promise<void> {
    tidying ??= runTidy()
      .catch((error: unknown) => {
        isFull = true;
        warn(error);
      })
      .finally(() => (tidying = undefined));
    return tidying;
  }

  async function runTidy(): Promise<void> {
    tidied = performance.now();
    const before = usedBytes;
    const files: { file: string; size: number; usedAt: number }[] = [];
    let size = 0;
    for await (const { file, isPart, ...found } of listFiles(root)) {
      if (isOlder(found.confirmedAt, isPart ? PART_EXPIRED_MS : EXPIRED_MS)) await rm(file, { force: true });
      else if (!isPart) {
        files.push({ file, ...found });
        size += found.size;
      }
    }
    const most = Math.min(maxBytes, size + (await measureSpare()));
    if (size > most * KEPT_SHARE) {
      for (const oldest of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
        if (size <= most * KEPT_SHARE) break;
        await rm(oldest.file, { force: true });
        size -= oldest.size;
      }
    }
    // What was written meanwhile may be counted twice, until the next time.
    usedBytes = size + (usedBytes - before);
    isFull = usedBytes >= maxBytes;
  }

  /** What is due, at the first start and each minute. */
  async function tick(): Promise<void> {
    if (isFull || performance.now() - tidied > TIDY_MS || (await measureSpare()) < 0) await tidy();
  }
  const runTick = () => void tick().catch(warn);
  const timer = setInterval(runTick, TICK_MS).unref();
  runTick();

  return {
    storage: {
      ...storage,
      put: (key, body) => changing(key, () => storage.put(key, body)),
      adopt: (key, file) => changing(key, () => storage.adopt(key, file)),
      delete: (key) => changing(key, () => storage.delete(key)),
      copy: (from, to) => changing(to, () => storage.copy(from, to)),
      async get(key, range) {
        if (range || !isGalleryPicture(key)) return storage.get(key, range);
        const cached = await read(key).catch(warn);
        if (cached) return cached;
        const picture = await download(key);
        if (picture === 'large') return storage.get(key);
        return picture && { bytes: picture.bytes.length, version: picture.version, stream: Readable.from([picture.bytes]) };
      },
    },
    tidy,
    async close() {
      clearInterval(timer);
      await Promise.all([...writes, tidying]);
    },
  };
}

/** A clock may have been set back. */
const isOlder = (time: number, ms: number): boolean => Math.abs(Date.now() - time) > ms;

const sizeOnDisk = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** Null if it doesn't fit. */
function writeHeader(header: Header): Buffer | null {
  const text = Buffer.from(JSON.stringify(header));
  return text.length > HEADER_BYTES ? null : Buffer.concat([text, Buffer.alloc(HEADER_BYTES - text.length, ' ')]);
}

function readHeader(bytes: Buffer): Header | null {
  try {
    const read: unknown = JSON.parse(bytes.toString());
    const isHeader = typeof read === 'object' && read !== null && 'bytes' in read && 'version' in read;
    if (!isHeader || typeof read.bytes !== 'number' || typeof read.version !== 'string') return null;
    return { bytes: read.bytes, version: read.version };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Null if the file is damaged. */
async function describe(handle: FileHandle): Promise<(Header & { confirmedAt: number; usedAt: number }) | null> {
  const { size, mtimeMs: confirmedAt, atimeMs: usedAt } = await handle.stat();
  const { bytesRead, buffer: start } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const header = readHeader(start.subarray(0, bytesRead));
  return header?.bytes === size - HEADER_BYTES ? { ...header, confirmedAt, usedAt } : null;
}

/** The files of a cache, also while other processes add and remove some. */
async function* listFiles(root: string) {
  for (const folder of (await orNull(() => readdir(root))) ?? []) {
    for (const name of (await orNull(() => readdir(path.join(root, folder)))) ?? []) {
      const file = path.join(root, folder, name);
      const found = await orNull(() => stat(file));
      if (found) yield { file, isPart: folder === PARTS, size: sizeOnDisk(found.size), confirmedAt: found.mtimeMs, usedAt: found.atimeMs };
    }
  }
}
