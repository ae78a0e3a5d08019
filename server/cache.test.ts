import { expect, test, vi } from 'vitest';
import { coalesceReads, createCache } from '#server/cache.ts';

/** A read whose answers the test provides, in their order. */
function heldReading() {
  const begun: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = (key: string) => new Promise<string>((answer, fail) => begun.push({ key, answer, fail }));
  return { begun, ask: coalesceReads(read), count: (expected: number) => vi.waitFor(() => expect(begun).toHaveLength(expected)) };
}

test('those who ask the same at once share one reading, others have their own', async () => {
  const { begun, ask, count } = heldReading();
  const answers = Promise.all([ask('a'), ask('a'), ask('b'), ask('a')]);
  await count(2);
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
  begun[0]!.answer('of a');
  begun[1]!.answer('of b');
  expect(await answers).toEqual(['of a', 'of a', 'of b', 'of a']);
});

test('a caller during a read gets the next one, and never an answer that began earlier', async () => {
  const { begun, ask, count } = heldReading();
  const first = ask('a');
  await count(1);
  const later = Promise.all([ask('a'), ask('a')]);
  begun[0]!.answer('old');
  expect(await first).toBe('old');
  await count(2);
  begun[1]!.answer('new');
  expect(await later).toEqual(['new', 'new']);
  const last = ask('a');
  await count(3);
  begun[2]!.answer('newest');
  expect(await last).toBe('newest');
});

test('a read that hangs or fails affects only its own callers', async () => {
  const { begun, ask, count } = heldReading();
  const hanging = ask('a');
  await count(1);
  const next = ask('a');
  // Begun beside the one that hangs.
  await count(2);
  begun[1]!.answer('here');
  expect(await next).toBe('here');
  begun[0]!.fail(new Error('gone'));
  await expect(hanging).rejects.toThrow('gone');
  const after = ask('a');
  await count(3);
  begun[2]!.answer('again');
  expect(await after).toBe('again');
});

let now = 0;
const open = (max = 3) => createCache<string>({ ttlMs: 1000, max }, () => now);

test('a value is read once while it is fresh, however many ask, and again afterwards', async () => {
  const cache = open();
  const read = vi.fn(async () => 'value');
  expect(await Promise.all([cache.get('a', read), cache.get('a', read)])).toEqual(['value', 'value']);
  now += 999;
  await cache.get('a', read);
  expect(read).toHaveBeenCalledTimes(1);
  now += 1;
  await cache.get('a', read);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a read that fails is not cached', async () => {
  const cache = open();
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', async () => 'here')).toBe('here');
});

test('a read that is under way at a change answers the callers before it, and none after it', async () => {
  const cache = open();
  let answer = (_value: string) => {};
  const before = cache.get('a', () => new Promise((resolve) => (answer = resolve)));
  cache.delete('a');
  const after = cache.get('a', async () => 'new');
  answer('old');
  expect([await before, await after, await cache.get('a', async () => 'newer')]).toEqual(['old', 'new', 'new']);
});

test('a late failure of a read that was discarded leaves the newer value alone', async () => {
  const cache = open();
  let fail = (_error: Error) => {};
  const before = cache.get('a', () => new Promise((_resolve, reject) => (fail = reject)));
  cache.delete('a');
  await cache.get('a', async () => 'new');
  fail(new Error('away'));
  await expect(before).rejects.toThrow('away');
  expect(await cache.get('a', async () => 'newer')).toBe('new');
});

test('the number of entries is bounded, and the oldest go first', async () => {
  const cache = open(2);
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key);
  const read = vi.fn(async () => 'again');
  expect([await cache.get('b', read), await cache.get('c', read), await cache.get('a', read)]).toEqual(['b', 'c', 'again']);
});

test('entries are deleted by key, by a condition, or all at once', async () => {
  const cache = open();
  const read = vi.fn(async (value: string) => value);
  const get = (key: string) => cache.get(key, () => read(key));
  for (const key of ['a 1', 'a 2', 'b 1']) await get(key);
  cache.delete('a 1');
  cache.deleteWhere((key) => key.startsWith('b'));
  read.mockClear();
  for (const key of ['a 1', 'a 2', 'b 1']) await get(key);
  expect(read.mock.calls).toEqual([['a 1'], ['b 1']]);
  cache.clear();
  await get('a 2');
  expect(read).toHaveBeenCalledTimes(3);
});
