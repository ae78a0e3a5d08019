import '#tests/support/outbox-server.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { freezePage, resumePage, withLock } from './bfcache.ts';
import { withDiskGuard } from './disk.ts';

afterEach(resumePage);

const held = async () => (await navigator.locks.query()).held?.map(({ name }) => name) ?? [];
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('gives its lock up when the page leaves; its work ends, and its result is there', async () => {
  let end = (_result: string): void => undefined;
  const result = withLock('session', () => new Promise<string>((resolve) => (end = resolve)));
  await vi.waitFor(async () => expect(await held()).toEqual(['session']));
  freezePage();
  await vi.waitFor(async () => expect(await held()).toEqual([]));
  end('done');
  expect(await result).toBe('done');
});

it('does not take a lock while the page is away', async () => {
  let free = (): void => undefined;
  void navigator.locks.request('session', () => new Promise<void>((resolve) => (free = resolve)));
  const work = vi.fn(async () => 'mine');
  const result = withLock('session', work);
  freezePage();
  free();
  await turns();
  expect(await held()).toEqual([]);
  expect(work).not.toHaveBeenCalled();
  resumePage();
  expect(await result).toBe('mine');
});

it('passes on errors of the work and releases the lock', async () => {
  await expect(withLock('session', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await held()).toEqual([]);
});

it('begins nothing on a database until the page is shown again', async () => {
  const work = vi.fn(async () => 1);
  freezePage();
  const result = withDiskGuard(work);
  await turns();
  expect(work).not.toHaveBeenCalled();
  resumePage();
  expect(await result).toBe(1);
});
