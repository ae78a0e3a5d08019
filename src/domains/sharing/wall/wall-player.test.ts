import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '#src/transport/problem.ts';
import { WallPlayer } from './wall-player.ts';
import type { WallListener, WallPhoto } from './wall-source.ts';

const SECONDS = 8;
const photo = (id: string): WallPhoto => ({ id, photographer: 'Ana', width: 1600, height: 1067, thumbhash: null, url: `/${id}` });

let ends: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

/** A wall of these photos, latest first. */
async function play(ids: string[]) {
  let listener: WallListener | undefined;
  const night = { ids, isOffline: false };
  const reach = <Answer>(answer: Answer): Promise<Answer> =>
    night.isOffline ? Promise.reject(new NetworkError('unreachable')) : Promise.resolve(answer);
  const player = new WallPlayer({
    source: {
      listPhotos: () => reach({ photos: night.ids.map(photo), next: null }),
      follow(given) {
        listener = given;
        return () => undefined;
      },
    },
    seconds: SECONDS,
    screen: () => ({ width: 1920, height: 1080 }),
    random: () => 0,
    browser: { fetch: (url) => reach(`blob:${url}`), revoke: () => undefined },
  });
  ends.push(player.start());
  await settled();
  if (!listener) throw new Error('the wall follows nothing');
  return { player, night, listener, shown: () => player.read().slide?.pictures.map((picture) => picture.photo.id) ?? [] };
}

test('shows one photo after the other, and a new one at once', async () => {
  const { listener, shown } = await play(['a', 'b', 'c']);
  expect(shown()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(SECONDS * 1000);
  expect(shown()).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(1000);
  listener.onPhoto(photo('new'));
  await settled();
  expect(shown()).toEqual(['new']);
  await vi.advanceTimersByTimeAsync(SECONDS * 1000);
  expect(shown()).toEqual(['c']);
  // The one that gave way had not been seen.
  await vi.advanceTimersByTimeAsync(SECONDS * 1000);
  expect(shown()).toEqual(['b']);
});

test('a photo that is taken down leaves at once, also in a pause, and never comes back', async () => {
  const { player, listener, shown } = await play(['a', 'b']);
  player.togglePause();
  listener.onRemoved('a');
  expect(shown()).toEqual([]);
  await settled();
  expect(shown()).toEqual(['b']);
  player.togglePause();
  for (let turn = 0; turn < 5; turn += 1) {
    await vi.advanceTimersByTimeAsync(SECONDS * 1000);
    expect(shown()).toEqual(['b']);
  }
  listener.onRemoved('b');
  expect(player.read()).toMatchObject({ phase: 'empty', slide: null });
});

test('waits for the first photo', async () => {
  const { player, listener, shown } = await play([]);
  expect(player.read().phase).toBe('empty');
  listener.onPhoto(photo('a'));
  await settled();
  expect([player.read().phase, shown()]).toEqual(['showing', ['a']]);
});

test('goes back and forward, and stays in a pause', async () => {
  const { player, shown } = await play(['a', 'b', 'c']);
  player.next();
  await settled();
  player.previous();
  await settled();
  expect(shown()).toEqual(['a']);
  player.next();
  await settled();
  expect(shown()).toEqual(['b']);
  player.togglePause();
  await vi.advanceTimersByTimeAsync(SECONDS * 3000);
  expect(shown()).toEqual(['b']);
});

test('without a connection it goes on with the pictures it has, says since when, and catches up', async () => {
  const { player, night, shown, listener } = await play(['a', 'b', 'c', 'd', 'e', 'f']);
  await vi.advanceTimersByTimeAsync(SECONDS * 1000);
  night.isOffline = true;
  const seen = new Set<string>();
  for (let turn = 0; turn < 6; turn += 1) {
    await vi.advanceTimersByTimeAsync(SECONDS * 1000);
    for (const id of shown()) seen.add(id);
  }
  expect(player.read().offlineSince).not.toBeNull();
  expect(seen.size).toBeGreaterThan(1);
  expect(seen.has('f')).toBe(false);
  night.isOffline = false;
  night.ids = ['new', 'b', 'c', 'd', 'e', 'f'];
  listener.onLive(true);
  await settled();
  expect(player.read().offlineSince).toBeNull();
  const after = new Set<string>();
  for (let turn = 0; turn < 8; turn += 1) {
    await vi.advanceTimersByTimeAsync(SECONDS * 1000);
    for (const id of shown()) after.add(id);
  }
  expect(after.has('new')).toBe(true);
  expect(after.has('a')).toBe(false);
});
