// What every storage must do, with what it opens.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Storage } from '#server/storage/storage.ts';
import { sha256 } from './pictures.ts';

/** @param openStorage is given a folder for local files, and opens an empty storage */
export function testStorage(openStorage: (folder: string) => Promise<Storage>): void {
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

  it('reads an open object in chunks of one buffer', async () => {
    await storage.put('opened', Buffer.from('0123456789'));
    const object = await storage.open('opened');
    const chunks: string[] = [];
    for await (const chunk of object!.read({ start: 1, end: 8 }, Buffer.alloc(3))) chunks.push(chunk.toString());
    await object!.close();
    expect([object!.bytes, chunks]).toEqual([10, ['123', '456', '78']]);
    await storage.delete('opened');
    expect(await storage.open('opened')).toBeNull();
  });

  it('never reads other bytes from an open object than those it had', async () => {
    await storage.put('opened', Buffer.from('0123456789'));
    const object = await storage.open('opened');
    const read = async () => {
      const chunks: string[] = [];
      for await (const chunk of object!.read({ start: 0, end: 9 }, Buffer.alloc(20))) chunks.push(chunk.toString());
      return chunks.join('');
    };
    await storage.put('opened', Buffer.from('abcdefghij'));
    expect(await read().catch(() => 'refused')).toMatch(/^(0123456789|refused)$/);
    await storage.delete('opened');
    expect(await read().catch(() => 'refused')).toMatch(/^(0123456789|refused)$/);
    await object!.close();
  });

  it('has every byte of an object of several parts, by its hash', async () => {
    const bytes = randomBytes(17 * 1024 * 1024 + 5);
    await storage.put('large/stream', Readable.from([bytes.subarray(0, 9_000_000), bytes.subarray(9_000_000)]));
    await storage.put('large/buffer', bytes);
    const file = path.join(folder, 'large');
    await writeFile(file, bytes);
    await storage.adopt('large/file', file);
    for (const key of ['large/stream', 'large/buffer', 'large/file'])
      expect([await storage.size(key), sha256((await read(key))!.body)], key).toEqual([bytes.length, sha256(bytes)]);
    const range = { start: 8 * 1024 * 1024 - 3, end: 8 * 1024 * 1024 + 3 };
    expect((await read('large/stream', range))?.body).toEqual(bytes.subarray(range.start, range.end + 1));
  });

  it('leaves the old object when a stream of several parts breaks off', async () => {
    await storage.put('torn-large', Buffer.from('whole'));
    const breaking = Readable.from(
      (async function* () {
        yield randomBytes(17 * 1024 * 1024);
        await Promise.resolve();
        throw new Error('line cut');
      })(),
    );
    await expect(storage.put('torn-large', breaking)).rejects.toThrow('line cut');
    expect((await read('torn-large'))?.body.toString()).toBe('whole');
  });

  it('lists the objects of a prefix in the order of their keys', async () => {
    const keys = ['list/b/1', 'list/a', 'list/b-2', 'list/b.3', 'list/b/10', 'list/c/d/e', 'listed'];
    for (const key of keys) await storage.put(key, Buffer.from(key));
    const list = async (prefix: string) => {
      const found: [string, number][] = [];
      for await (const { key, bytes } of storage.list(prefix)) found.push([key, bytes]);
      return found;
    };
    const expected = (wanted: string[]) => wanted.map((key) => [key, key.length]);
    expect(await list('list/')).toEqual(expected(['list/a', 'list/b-2', 'list/b.3', 'list/b/1', 'list/b/10', 'list/c/d/e']));
    expect(await list('list/b/')).toEqual(expected(['list/b/1', 'list/b/10']));
    expect(await list('list/b')).toEqual(expected(['list/b-2', 'list/b.3', 'list/b/1', 'list/b/10']));
    expect(await list('nothing/')).toEqual([]);
    const all = (await list('')).map(([key]) => key);
    expect(all).toEqual(all.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(all).toEqual(expect.arrayContaining(keys));
  });

  it('copies an object, and tells when there is none', async () => {
    const bytes = randomBytes(100_000);
    await storage.put('copies/from', bytes);
    expect(await storage.copy('copies/from', 'copies/to')).toBe(true);
    await storage.delete('copies/from');
    expect((await read('copies/to'))?.body.equals(bytes)).toBe(true);
    expect(await storage.copy('copies/from', 'copies/to')).toBe(false);
    expect((await read('copies/to'))?.bytes).toBe(bytes.length);
  });

  it('gives a URL of an object, or none at all', async () => {
    await storage.put('signed', Buffer.from('signed bytes'));
    const how = { seconds: 60, contentType: 'image/jpeg', contentDisposition: 'attachment; filename="photo.jpg"' };
    const url = await storage.presignGet('signed', how);
    if (url === null) return;
    const answer = await fetch(url);
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition'), await answer.text()]).toEqual([
      'image/jpeg',
      how.contentDisposition,
      'signed bytes',
    ]);
    expect((await fetch(url.replace('signed', 'empty'))).status).toBe(403);
  });

  it('gives a range, inclusive, with the length of the whole', async () => {
    await storage.put('ranges', Buffer.from('0123456789'));
    expect(await read('ranges', { start: 2, end: 4 })).toEqual({ bytes: 10, body: Buffer.from('234') });
    expect(await read('ranges', { start: 8, end: 40 })).toEqual({ bytes: 10, body: Buffer.from('89') });
    expect(await read('ranges', { start: 10, end: 40 })).toEqual({ bytes: 10, body: Buffer.alloc(0) });
  });

  it('stores an empty object', async () => {
    await storage.put('empty', Buffer.alloc(0));
    expect(await read('empty')).toEqual({ bytes: 0, body: Buffer.alloc(0) });
    expect(await read('empty', { start: 0, end: 4 })).toEqual({ bytes: 0, body: Buffer.alloc(0) });
    const object = await storage.open('empty');
    const chunks: Buffer[] = [];
    for await (const chunk of object!.read({ start: 0, end: 4 }, Buffer.alloc(3))) chunks.push(chunk);
    await object!.close();
    expect([object!.bytes, chunks]).toEqual([0, []]);
  });

  it('replaces an object whole', async () => {
    await storage.put('replaced', Buffer.from('a longer first text'));
    await storage.put('replaced', Buffer.from('second'));
    expect((await read('replaced'))?.body.toString()).toBe('second');
  });

  it('gives a picture of a gallery as it is now, however often it was read before', async () => {
    const [thumb, preview] = ['derived/aa/one/thumb.jpg', 'derived/aa/one/a-mark/preview.jpg'];
    const expectText = async (key: string, text: string | null) => {
      for (let time = 0; time < 3; time += 1) expect((await read(key))?.body.toString() ?? null).toBe(text);
    };
    await expectText(thumb, null);
    await storage.put(thumb, Buffer.from('first'));
    await expectText(thumb, 'first');
    expect(await read(thumb, { start: 1, end: 3 })).toEqual({ bytes: 5, body: Buffer.from('irs') });
    await storage.put(thumb, Buffer.from('other'));
    await expectText(thumb, 'other');
    await storage.put(preview, Buffer.from('preview'));
    await expectText(preview, 'preview');
    await storage.copy(preview, thumb);
    await expectText(thumb, 'preview');
    const file = path.join(folder, 'picture');
    await writeFile(file, 'taken in');
    await storage.adopt(thumb, file);
    await expectText(thumb, 'taken in');
    await storage.delete(thumb);
    await expectText(thumb, null);
    await storage.put(thumb, Buffer.alloc(0));
    await expectText(thumb, '');
    await expectText(preview, 'preview');
  });

  it('names another version for other bytes', async () => {
    const versions: unknown[] = [];
    for (const text of ['first', 'other', 'other one']) {
      await storage.put('versions', Buffer.from(text));
      const found = await storage.get('versions');
      found?.stream.destroy();
      const open = await storage.open('versions');
      await open?.close();
      expect(open?.version).toBe(found?.version);
      versions.push(found?.version);
    }
    expect([versions.every((version) => typeof version === 'string'), new Set(versions).size]).toEqual([true, 3]);
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
}
