// What every storage must do. An object store joins by one more line in `storages`.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalStorage } from '#server/storage/local.ts';
import type { Storage } from '#server/storage/storage.ts';

const storages: Record<string, (folder: string) => Promise<Storage>> = {
  'local files': (folder) => openLocalStorage(path.join(folder, 'storage')),
};

describe.each(Object.entries(storages))('%s', (_name, openStorage) => {
  let folder: string;
  let storage: Storage;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ais-storage-'));
    storage = await openStorage(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = async (key: string, range?: { start: number; end: number }) => {
    const found = await storage.get(key, range);
    return found && { bytes: found.bytes, body: await buffer(found.stream) };
  };

  it('returns stored bytes, from memory and from a stream', async () => {
    const bytes = randomBytes(300_000);
    await storage.put('originals/aa/one', bytes);
    await storage.put('originals/aa/two', Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]));
    expect((await read('originals/aa/one'))?.body.equals(bytes)).toBe(true);
    expect((await read('originals/aa/two'))?.body.equals(bytes)).toBe(true);
    expect(await storage.size('originals/aa/two')).toBe(300_000);
  });

  it('reads an open object in chunks of one buffer, also after it was deleted', async () => {
    await storage.put('opened', Buffer.from('0123456789'));
    const object = await storage.open('opened');
    await storage.delete('opened');
    const chunks: string[] = [];
    for await (const chunk of object!.read({ start: 1, end: 8 }, Buffer.alloc(3))) chunks.push(chunk.toString());
    await object!.close();
    expect([object!.bytes, chunks]).toEqual([10, ['123', '456', '78']]);
    expect(await storage.open('opened')).toBeNull();
  });

  it('gives a range, inclusive, with the length of the whole', async () => {
    await storage.put('ranges', Buffer.from('0123456789'));
    expect(await read('ranges', { start: 2, end: 4 })).toEqual({ bytes: 10, body: Buffer.from('234') });
  });

  it('stores an empty object', async () => {
    await storage.put('empty', Buffer.alloc(0));
    expect(await read('empty')).toEqual({ bytes: 0, body: Buffer.alloc(0) });
  });

  it('replaces an object whole', async () => {
    await storage.put('replaced', Buffer.from('a longer first text'));
    await storage.put('replaced', Buffer.from('second'));
    expect((await read('replaced'))?.body.toString()).toBe('second');
  });

  it('returns null for a missing object, and deletes it without an error', async () => {
    expect(await storage.get('nothing/here')).toBeNull();
    expect(await storage.size('nothing/here')).toBeNull();
    expect(await storage.withFile('nothing/here', () => Promise.resolve('used'))).toBeNull();
    await storage.delete('nothing/here');
    await storage.put('gone', Buffer.from('x'));
    await storage.delete('gone');
    expect(await storage.get('gone')).toBeNull();
  });

  it('takes in a finished file and leaves nothing where it was', async () => {
    const file = path.join(folder, 'upload');
    await writeFile(file, 'bytes of an upload');
    await storage.adopt('originals/bb/three', file);
    expect((await read('originals/bb/three'))?.body.toString()).toBe('bytes of an upload');
    await expect(stat(file)).rejects.toThrow('ENOENT');
    await expect(storage.adopt('originals/bb/three', file)).rejects.toThrow('ENOENT');
    expect((await read('originals/bb/three'))?.body.toString()).toBe('bytes of an upload');
  });

  it('leaves the old object when the new one breaks off', async () => {
    await storage.put('torn', Buffer.from('whole'));
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        await Promise.resolve();
        throw new Error('line cut');
      })(),
    );
    await expect(storage.put('torn', breaking)).rejects.toThrow('line cut');
    expect((await read('torn'))?.body.toString()).toBe('whole');
  });

  it('lends an object as a file', async () => {
    await storage.put('lent', Buffer.from('lent bytes'));
    expect(await storage.withFile('lent', (file) => readFile(file, 'utf8'))).toBe('lent bytes');
  });

  it.each(['', '/', '/etc/passwd', '../up', 'a/../b', 'a//b', '.incoming/x', 'a/.hidden', 'a\0b', 'ä', 'a b', 'x'.repeat(501)])(
    'refuses the key %j',
    async (key) => {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('not a storage key');
      await expect(storage.get(key)).rejects.toThrow('not a storage key');
      await expect((async () => storage.size(key))()).rejects.toThrow('not a storage key');
    },
  );

  it('is ready', async () => {
    expect(await storage.ready()).toBe(true);
  });
});

describe('local files alone', () => {
  it('remove what a killed process left half-written a day ago, and nothing younger', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ais-storage-'));
    await openLocalStorage(folder);
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
    await writeFile(path.join(folder, '.incoming/old'), 'x');
    await utimes(path.join(folder, '.incoming/old'), yesterday, yesterday);
    await writeFile(path.join(folder, '.incoming/young'), 'x');
    await openLocalStorage(folder);
    expect(await readdir(path.join(folder, '.incoming'))).toEqual(['young']);
    await rm(folder, { recursive: true, force: true });
  });
});
