import { expect, test, vi } from 'vitest';
import { createPictureCache } from './picture-cache.ts';

const photo = (id: string, mark = '') => ({ id, photographer: 'Ana', width: 4, height: 3, thumbhash: null, url: `/${id}${mark}` });

function setUp(shown: string[] = [], max = 3) {
  const fetch = vi.fn((url: string) => Promise.resolve(`blob:${url}`));
  const revoked: string[] = [];
  const cache = createPictureCache((id) => shown.includes(id), { fetch, revoke: (url) => void revoked.push(url) }, max);
  return { cache, fetch, revoked };
}

test('keeps the pictures that were used last, and revokes the others', async () => {
  const { cache, revoked } = setUp();
  for (const id of ['a', 'b', 'c']) await cache.load(photo(id));
  await cache.load(photo('a'));
  await cache.load(photo('d'));
  expect(cache.ids()).toEqual(['c', 'a', 'd']);
  expect(revoked).toEqual(['blob:/b']);
  cache.clear();
  expect(revoked).toHaveLength(4);
});

test('never evicts what is on the screen', async () => {
  const { cache } = setUp(['a']);
  for (const id of ['a', 'b', 'c', 'd', 'e']) await cache.load(photo(id));
  expect(cache.ids()).toEqual(['a', 'd', 'e']);
});

test('reads a picture once, however often it is asked for, and again with another watermark', async () => {
  const { cache, fetch, revoked } = setUp();
  await Promise.all([cache.load(photo('a')), cache.load(photo('a'))]);
  await cache.load(photo('a'));
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await cache.load(photo('a', '?mark=1'))).toBe('blob:/a?mark=1');
  expect(revoked).toEqual(['blob:/a']);
});

test('keeps nothing of a picture that failed', async () => {
  const { cache, fetch } = setUp();
  fetch.mockRejectedValueOnce(new Error('gone'));
  await expect(cache.load(photo('a'))).rejects.toThrow('gone');
  expect(cache.has('a')).toBe(false);
  expect(await cache.load(photo('a'))).toBe('blob:/a');
});
