import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocalStorage } from '#server/storage/local.ts';
import { migrateStorage, MigrationError } from '#server/storage/migrate.ts';
import { type Storage, storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { sha256 } from '#tests/support/pictures.ts';

let folder: string;
let source: Storage;
let target: Storage;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ais-migrate-'));
  source = await openLocalStorage(path.join(folder, 'source'));
  target = await openLocalStorage(path.join(folder, 'target'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function contentsOf(storage: Storage): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for await (const { key } of storage.list('')) contents[key] = (await buffer((await storage.get(key))!.stream)).toString();
  return contents;
}

/** Photos with their thumbnails. */
async function fill(photos: number): Promise<void> {
  for (let index = 0; index < photos; index += 1) {
    const id = uuid7();
    const bytes = Buffer.from(`photo ${index}`);
    await source.put(storageKeys.original({ id, sha256: sha256(bytes) }), bytes);
    await source.put(storageKeys.thumb(id), Buffer.from(`thumb ${index}`));
  }
}

/** A target that counts its writes, and fails at one of them. */
function failingAt(write: number): { storage: Storage; written: () => number } {
  let writes = 0;
  return {
    storage: { ...target, put: (key, body) => (++writes === write ? Promise.reject(new Error('killed')) : target.put(key, body)) },
    written: () => writes,
  };
}

test('every file is there afterwards, and still where it came from', async () => {
  await fill(20);
  const piece = storageKeys.uploadPiece('half', uuid7());
  for (const key of [storageKeys.healthProbe, piece]) await source.put(key, Buffer.from('not moved'));
  const before = await contentsOf(source);
  const seen: number[] = [];
  const summary = await migrateStorage(source, target, '', async ({ files }) => void seen.push(files));
  const { [storageKeys.healthProbe]: _probe, [piece]: _piece, ...moved } = before;
  expect(await contentsOf(target)).toEqual(moved);
  expect(await contentsOf(source)).toEqual(before);
  const bytes = Object.values(moved).join('').length;
  expect(summary).toEqual({ files: 40, bytes, copied: 40, damaged: [], foreign: [], extra: 0 });
  expect(seen).toEqual([8, 16, 24, 32, 40]);
});

test('an interrupted move leaves its mark, and continues without copying anything twice', async () => {
  await fill(20);
  let upTo = '';
  const first = failingAt(30);
  await expect(migrateStorage(source, first.storage, '', async (_progress, key) => void (upTo = key))).rejects.toThrow('killed');
  expect(await target.size(storageKeys.unfinishedMigration)).not.toBeNull();
  const there = Object.keys(await contentsOf(target)).length - 1;

  const second = failingAt(0);
  expect(await migrateStorage(source, second.storage, upTo)).toMatchObject({ files: 40, copied: 40 - there });
  expect(second.written()).toBe(1 + 40 - there);
  expect(await contentsOf(target)).toEqual(await contentsOf(source));
  expect(await target.size(storageKeys.unfinishedMigration)).toBeNull();
});

test('what the target has is compared by its hash, and replaced if it differs', async () => {
  await fill(2);
  const [thumb, , original] = Object.keys(await contentsOf(source));
  await target.put(thumb!, Buffer.from('thumb X'));
  await target.put(original!, Buffer.from('photo X'));
  expect(await migrateStorage(source, target)).toMatchObject({ files: 4, copied: 4 });
  expect(await contentsOf(target)).toEqual(await contentsOf(source));
  expect(await migrateStorage(source, target)).toMatchObject({ files: 4, copied: 0 });
});

test('a file that was written since an interrupted move is not left out', async () => {
  await fill(1);
  const upTo = '~';
  await migrateStorage(source, target);
  await fill(1);
  expect(await migrateStorage(source, target, upTo)).toMatchObject({ files: 4, copied: 2 });
});

test('a damaged original is moved as it is, and reported', async () => {
  const damaged = storageKeys.original({ id: uuid7(), sha256: sha256(Buffer.from('whole')) });
  await source.put(damaged, Buffer.from('half'));
  expect(await migrateStorage(source, target)).toMatchObject({ files: 1, damaged: [damaged] });
  expect(await contentsOf(target)).toEqual({ [damaged]: 'half' });
});

test('a file that reads differently than it was written stops the move', async () => {
  await fill(1);
  const broken: Storage = {
    ...target,
    put: (key, body) => (key.startsWith('originals/') ? target.put(key, Buffer.from('other bytes')) : target.put(key, body)),
  };
  await expect(migrateStorage(source, broken)).rejects.toThrow(MigrationError);
  expect(await target.size(storageKeys.unfinishedMigration)).not.toBeNull();
});

test('files of the target that the source does not have are counted and left alone', async () => {
  await fill(1);
  await target.put('derived/other', Buffer.from('other'));
  await target.put('zzz/other', Buffer.from('other'));
  expect(await migrateStorage(source, target)).toMatchObject({ files: 2, extra: 2 });
  expect(await contentsOf(target)).toMatchObject({ 'derived/other': 'other', 'zzz/other': 'other' });
});
