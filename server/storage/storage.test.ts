import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocalStorage } from '#server/storage/local.ts';
import { testStorage } from '#tests/support/storage-behavior.ts';

describe('local files', () => testStorage((folder) => openLocalStorage(path.join(folder, 'storage'))));

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

  it('read an open object also after it was deleted', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ais-storage-'));
    const storage = await openLocalStorage(folder);
    await storage.put('opened', Buffer.from('0123456789'));
    const object = await storage.open('opened');
    await storage.delete('opened');
    const chunks: string[] = [];
    for await (const chunk of object!.read({ start: 1, end: 8 }, Buffer.alloc(3))) chunks.push(chunk.toString());
    await object!.close();
    expect([object!.bytes, chunks]).toEqual([10, ['123', '456', '78']]);
    expect(await storage.open('opened')).toBeNull();
    await rm(folder, { recursive: true, force: true });
  });
});
