// The cache of pictures, in front of local files that stand for a bucket.
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { cachePictures, type CachedStorage } from '#server/storage/cached.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import type { Storage } from '#server/storage/storage.ts';
import { testStorage } from '#tests/support/storage-behavior.ts';

const MB = 1024 * 1024;
const MINUTE = 60_000;
const env = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret', DISK_RESERVE_BYTES: '1000' };
const silent = { warn: () => undefined };

const opened: CachedStorage[] = [];
function openCache(
  bucket: Storage,
  dataDir: string,
  more: { bytes?: number; free?: () => number; warn?: () => void; prefix?: string } = {},
) {
  const { bytes = 100 * MB, free = () => 1000 * MB, warn = silent.warn, prefix = '' } = more;
  const config = readConfig({ ...env, DATA_DIR: dataDir, PICTURE_CACHE_BYTES: String(bytes), S3_PREFIX: prefix });
  const cached = cachePictures(bucket, config, { warn }, () => Promise.resolve({ free: free(), total: 2000 * MB }));
  opened.push(cached);
  return cached;
}

describe('local files behind the cache', () =>
  testStorage(async (folder) => openCache(await openLocalStorage(path.join(folder, 'storage')), path.join(folder, 'data')).storage));

describe('the cache of pictures', () => {
  let folder: string;
  let bucket: Storage;
  /** The keys that the bucket was asked for, and in what way. */
  let asked: string[];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ais-cache-'));
    const files = await openLocalStorage(path.join(folder, 'bucket'));
    asked = [];
    bucket = {
      ...files,
      get: (key, range) => (asked.push(`get ${key}`), files.get(key, range)),
      open: (key) => (asked.push(`open ${key}`), files.open(key)),
    };
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(opened.splice(0).map(({ close }) => close()));
    await rm(folder, { recursive: true, force: true });
  });

  const at = (...names: string[]) => path.join(folder, ...names);
  const dataDir = () => at('data');
  const root = () => at('data', 'cache', 'pictures');
  const thumbOf = (name: string) => `derived/aa/${name}/thumb.jpg`;
  const textOf = async (storage: Storage, key: string) => {
    const found = await storage.get(key);
    return found && (await buffer(found.stream)).toString();
  };
  const filesOf = async (under = root()) =>
    (await readdir(under, { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  /** Reads it until it comes from the cache. */
  async function warm({ storage }: CachedStorage, key: string): Promise<void> {
    const before = (await filesOf()).length;
    await textOf(storage, key);
    await expect.poll(async () => (await filesOf()).filter((file) => !file.includes('parts')).length).toBe(before + 1);
  }
  const fillBucket = async (names: readonly string[], bytes = 3000) => {
    for (const name of names) await bucket.put(thumbOf(name), Buffer.alloc(bytes, name));
  };
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

  it('gives a picture without asking the bucket again, also after a restart', async () => {
    await fillBucket(['one']);
    const first = openCache(bucket, dataDir());
    await warm(first, thumbOf('one'));
    const text = 'one'.repeat(1000);
    expect([await textOf(first.storage, thumbOf('one')), asked]).toEqual([text, [`get ${thumbOf('one')}`]]);
    await first.close();
    const second = openCache(bucket, dataDir());
    await second.tidy();
    expect([await textOf(second.storage, thumbOf('one')), asked.length]).toEqual([text, 1]);
    expect((await stat((await filesOf())[0]!)).mode & 0o777).toBe(0o600);
  });

  it('has nothing but thumbnails and previews', async () => {
    const { storage, close } = openCache(bucket, dataDir());
    for (const key of ['originals/aa/x', 'derived/aa/x/download.jpg', 'derived/aa/x/mark/download.jpg', 'organizations/aa/x/h.png']) {
      await bucket.put(key, Buffer.from('x'));
      expect(await textOf(storage, key)).toBe('x');
    }
    await bucket.put(thumbOf('large'), Buffer.alloc(3 * MB));
    expect((await textOf(storage, thumbOf('large')))?.length).toBe(3 * MB);
    await close();
    expect(await filesOf()).toEqual([]);
  });

  it('is not there with PICTURE_CACHE_BYTES=0', () => {
    expect(openCache(bucket, dataDir(), { bytes: 0 }).storage).toBe(bucket);
  });

  it('does not mix two buckets', async () => {
    await fillBucket(['one']);
    await warm(openCache(bucket, dataDir()), thumbOf('one'));
    const other = await openLocalStorage(at('other'));
    await other.put(thumbOf('one'), Buffer.from('of the other'));
    expect(await textOf(openCache(other, dataDir(), { prefix: 'other' }).storage, thumbOf('one'))).toBe('of the other');
  });

  it('asks the bucket once for all who want a picture at the same time', async () => {
    await fillBucket(['one']);
    const { storage } = openCache(bucket, dataDir());
    const texts = await Promise.all(Array.from({ length: 50 }, () => textOf(storage, thumbOf('one'))));
    expect([new Set(texts).size, asked]).toEqual([1, [`get ${thumbOf('one')}`]]);
  });

  it('passes on a failure of the bucket, and does not remember it', async () => {
    await fillBucket(['one']);
    let isAway = true;
    const shaky = { ...bucket, get: (key: string) => (isAway ? Promise.reject(new Error('away')) : bucket.get(key)) };
    const { storage } = openCache(shaky, dataDir());
    await expect(textOf(storage, thumbOf('one'))).rejects.toThrow('away');
    isAway = false;
    expect(await textOf(storage, thumbOf('one'))).toContain('one');
  });

  describe('when a picture is replaced or deleted', () => {
    it('here: the next read gives the new one, also while the old one is downloaded', async () => {
      await fillBucket(['one']);
      const waiting: (() => void)[] = [];
      const slow: Storage = {
        ...bucket,
        async get(key) {
          const found = await bucket.get(key);
          await new Promise<void>((resolve) => waiting.push(resolve));
          return found;
        },
      };
      const goOn = async () => (await vi.waitUntil(() => waiting.pop()))();
      const cached = openCache(slow, dataDir());
      const before = textOf(cached.storage, thumbOf('one'));
      await vi.waitUntil(() => waiting.length > 0);
      await cached.storage.delete(thumbOf('one'));
      const after = textOf(cached.storage, thumbOf('one'));
      await vi.waitUntil(() => waiting.length > 1);
      await goOn();
      await goOn();
      expect([await before, await after]).toEqual(['one'.repeat(1000), null]);
      await cached.close();
      expect(await filesOf()).toEqual([]);
    });

    it('here: nothing of it comes back that was still being written to the disk', async () => {
      const { storage } = openCache(bucket, dataDir());
      for (let time = 0; time < 100; time += 1) {
        await storage.put(thumbOf('one'), Buffer.from(`picture ${time}`));
        await textOf(storage, thumbOf('one'));
        for (let turns = 0; turns < time % 10; turns += 1) await new Promise(setImmediate);
        await storage.delete(thumbOf('one'));
        expect(await textOf(storage, thumbOf('one'))).toBeNull();
      }
    });

    it('by a process on the same folder: at once, after it has read it too', async () => {
      await fillBucket(['one']);
      const [here, there] = [openCache(bucket, dataDir()), openCache(bucket, dataDir())];
      await warm(here, thumbOf('one'));
      expect(await textOf(there.storage, thumbOf('one'))).toContain('one');
      await there.storage.put(thumbOf('one'), Buffer.from('new'));
      await warm(here, thumbOf('one'));
      expect(await textOf(here.storage, thumbOf('one'))).toBe('new');
      await there.storage.delete(thumbOf('one'));
      expect(await textOf(here.storage, thumbOf('one'))).toBeNull();
    });

    it.each(['deleted', 'replaced'])('on another server (%s): after ten minutes at the latest', async (what) => {
      await fillBucket(['one']);
      const here = openCache(bucket, dataDir());
      await warm(here, thumbOf('one'));
      if (what === 'deleted') await bucket.delete(thumbOf('one'));
      else await bucket.put(thumbOf('one'), Buffer.alloc(3000, 'new'));
      later(9 * MINUTE);
      expect(await textOf(here.storage, thumbOf('one'))).toContain('one');
      later(2 * MINUTE);
      expect(await textOf(here.storage, thumbOf('one'))).toBe(what === 'deleted' ? null : 'new'.repeat(1000));
      expect(await filesOf(root()).then(({ length }) => length)).toBeLessThanOrEqual(1);
    });

    it('asks whether the bucket still has it every ten minutes, once for all readers, and downloads it no more', async () => {
      await fillBucket(['one']);
      const here = openCache(bucket, dataDir());
      await warm(here, thumbOf('one'));
      for (let time = 1; time <= 3; time += 1) {
        later(11 * MINUTE);
        await Promise.all(Array.from({ length: 40 }, () => textOf(here.storage, thumbOf('one'))));
        await textOf(here.storage, thumbOf('one'));
        expect(asked).toEqual([`get ${thumbOf('one')}`, ...Array.from({ length: time }, () => `open ${thumbOf('one')}`)]);
      }
    });

    it('does not remain on the disk for more than a day', async () => {
      await fillBucket(['one', 'two']);
      const here = openCache(bucket, dataDir());
      await warm(here, thumbOf('one'));
      await warm(here, thumbOf('two'));
      await bucket.delete(thumbOf('one'));
      later(20 * 60 * MINUTE);
      await textOf(here.storage, thumbOf('two'));
      later(5 * 60 * MINUTE);
      await here.tidy();
      expect([(await filesOf()).length, await textOf(here.storage, thumbOf('one'))]).toEqual([1, null]);
    });
  });

  describe('when something is wrong with the disk', () => {
    it.each([
      ['shorter', 'short', (file: string) => truncate(file, 1000)],
      ['empty', 'empty', (file: string) => truncate(file, 0)],
      ['longer', 'long', (file: string) => writeFile(file, 'x', { flag: 'a' })],
      ['of another program', 'foreign', (file: string) => writeFile(file, '{"bytes":null}'.padEnd(3256))],
    ])('reads a picture again whose file is %s', async (_what, name, damage) => {
      await fillBucket([name]);
      const here = openCache(bucket, dataDir());
      await warm(here, thumbOf(name));
      await damage((await filesOf())[0]!);
      expect([(await textOf(here.storage, thumbOf(name)))?.length, asked.length]).toEqual([3000, 2]);
      await expect.poll(async () => (await filesOf()).length).toBe(1);
      await here.close();
      expect([(await textOf(here.storage, thumbOf(name)))?.length, asked.length]).toEqual([3000, 2]);
    });

    it('ignores and removes what a killed process left', async () => {
      const here = openCache(bucket, dataDir());
      await fillBucket(['one']);
      await warm(here, thumbOf('one'));
      await writeFile(at('data', 'cache', 'pictures', 'parts', 'left'), 'half of');
      await here.tidy();
      expect((await filesOf()).length).toBe(2);
      later(11 * MINUTE);
      await here.tidy();
      expect((await filesOf()).filter((file) => file.includes('parts'))).toEqual([]);
      expect((await filesOf()).length).toBe(1);
    });

    it('reads through when its folder cannot be made or written, and says so once', async () => {
      await fillBucket(['one', 'two']);
      await writeFile(at('data'), 'a file in its place');
      const warnings: unknown[] = [];
      const { storage, tidy, close } = openCache(bucket, dataDir(), { warn: () => warnings.push('warned') });
      for (const name of ['one', 'two', 'one']) expect(await textOf(storage, thumbOf(name))).toContain(name);
      await tidy();
      await close();
      expect(warnings).toEqual(['warned']);
      await storage.delete(thumbOf('one'));
      expect(await textOf(storage, thumbOf('one'))).toBeNull();
    });

    it('leaves twice the reserve of the disk to uploads: it writes nothing, and makes room', async () => {
      let free = 1000 * MB;
      await fillBucket(['one', 'two', 'three']);
      const here = openCache(bucket, dataDir(), { free: () => free });
      await warm(here, thumbOf('one'));
      await warm(here, thumbOf('two'));
      free = 2000 + 100;
      expect(await textOf(here.storage, thumbOf('three'))).toContain('three');
      await here.close();
      expect((await filesOf()).length).toBe(2);
      free = 0;
      await here.tidy();
      expect((await filesOf()).length).toBeLessThan(2);
      expect(await textOf(here.storage, thumbOf('one'))).toContain('one');
    });
  });

  describe('with a limit', () => {
    /** Ten pictures of a block each. */
    const bytes = 10 * 4096;
    const names = Array.from({ length: 9 }, (_, index) => `number-${index}`);

    it('never writes more, and removes first what was used least recently', async () => {
      await fillBucket([...names, 'late', 'later', 'latest']);
      const here = openCache(bucket, dataDir(), { bytes });
      // The count of the start has ended.
      await here.tidy();
      for (const name of names) await warm(here, thumbOf(name));
      // The precision of the order is a minute.
      later(2 * MINUTE);
      for (const name of names.slice(0, 5)) await textOf(here.storage, thumbOf(name));
      await warm(here, thumbOf('late'));
      await textOf(here.storage, thumbOf('later'));
      await here.close();
      await here.tidy();
      expect((await filesOf()).length).toBe(9);
      asked = [];
      for (const name of names) await textOf(here.storage, thumbOf(name));
      expect(asked).toEqual([expect.stringMatching(/number-[5-8]/)]);
    });

    it('counts what is there at its start', async () => {
      await fillBucket([...names, 'more', 'most']);
      const first = openCache(bucket, dataDir(), { bytes: 100 * MB });
      for (const name of [...names, 'more', 'most']) await warm(first, thumbOf(name));
      await utimes((await filesOf())[3]!, new Date(Date.now() - 60 * MINUTE), new Date());
      const oldest = (await filesOf())[3]!;
      await first.close();
      const second = openCache(bucket, dataDir(), { bytes });
      await second.tidy();
      expect((await filesOf()).length).toBe(9);
      expect(await filesOf()).not.toContain(oldest);
    });

    it('holds for two processes on one folder, which do not disturb each other', async () => {
      const all = Array.from({ length: 40 }, (_, index) => `shared-${index}`);
      await fillBucket(all);
      const [here, there] = [openCache(bucket, dataDir(), { bytes }), openCache(bucket, dataDir(), { bytes })];
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(
          all.flatMap((name) => [here, there].map(async ({ storage }) => expect(await textOf(storage, thumbOf(name))).toContain(name))),
        );
        await Promise.all([here.tidy(), there.tidy()]);
      }
      await Promise.all([here.close(), there.close()]);
      await here.tidy();
      expect((await filesOf()).length).toBeLessThanOrEqual(10);
      expect((await filesOf()).filter((file) => file.includes('parts'))).toEqual([]);
    });
  });
});
