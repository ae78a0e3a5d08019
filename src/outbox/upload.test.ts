import { expect, test } from 'vitest';
import { AdaptiveChunkSize, nextChunkSize } from './upload.ts';

const KB = 1024;
const MB = 1024 * KB;

test('chunks grow towards three seconds on a fast line, at most four times at once', () => {
  expect(nextChunkSize(512 * KB, 20)).toBe(2 * MB);
  expect(nextChunkSize(2 * MB, 2000)).toBe(3 * MB);
});

test('chunks shrink on a slow line, and stay within 64 kB and 8 MB', () => {
  expect(nextChunkSize(512 * KB, 12_000)).toBe(128 * KB);
  expect(nextChunkSize(64 * KB, 60_000)).toBe(64 * KB);
  expect(nextChunkSize(8 * MB, 1)).toBe(8 * MB);
});

/** Requests that a photo of `size` takes over a line, as the sender would make them. */
function requests(size: number, takes: (bytes: number) => number, refuses: (bytes: number) => boolean = () => false): number {
  let now = 0;
  const line = new AdaptiveChunkSize(() => now);
  line.onRoundTrip(takes(0));
  let count = 0;
  for (let left = size; left > 0; count += 1) {
    const bytes = Math.min(left, line.size());
    now += takes(bytes);
    if (refuses(bytes)) line.onFailure(bytes, 'too-large');
    else {
      left -= bytes;
      line.onSuccess(bytes, takes(bytes));
    }
  }
  return count;
}

test('a line on which each request takes three or four seconds, but which is wide, is not cut into crumbs', () => {
  expect(requests(9 * MB, (bytes) => 4000 + bytes / 2000)).toBeLessThanOrEqual(5);
  expect(requests(9 * MB, (bytes) => 3000 + bytes / 1000)).toBeLessThanOrEqual(8);
});

test('a narrow line is', () => {
  expect(requests(2 * MB, (bytes) => 200 + bytes / 25)).toBeGreaterThan(15);
});

test('what a proxy refuses is not offered to it again, and the photo goes through in smaller pieces', () => {
  const count = requests(
    9 * MB,
    (bytes) => 30 + bytes / 5000,
    (bytes) => bytes > 1_000_000,
  );
  expect(count).toBeLessThanOrEqual(9 * 2 + 3);
});

test('a limit expires: after minutes for a refusal, after seconds for a cut', () => {
  let now = 0;
  const line = new AdaptiveChunkSize(() => now);
  for (let i = 0; i < 4; i += 1) line.onSuccess(line.size(), 10);
  line.onFailure(8 * MB, 'too-large');
  line.onSuccess(4 * MB, 10);
  expect(line.size()).toBe(4 * MB);
  line.onFailure(4 * MB, 'too-large');
  for (let i = 0; i < 2; i += 1) line.onSuccess(line.size(), 10);
  now = 4 * 60_000;
  expect(line.size()).toBe(2 * MB);
  now = 6 * 60_000;
  expect(line.size()).toBe(4 * MB);

  const cut = new AdaptiveChunkSize(() => now);
  cut.onFailure(512 * KB, 'cut');
  cut.onFailure(512 * KB, 'cut');
  expect(cut.size(), 'two that were cut at once are one accident').toBe(256 * KB);
  cut.onSuccess(256 * KB, 10);
  expect(cut.size()).toBe(256 * KB);
  now += 11_000;
  expect(cut.size()).toBe(512 * KB);
});

test('nothing is cut smaller than 64 kB', () => {
  const line = new AdaptiveChunkSize(() => 0);
  for (let i = 0; i < 20; i += 1) line.onFailure(line.size(), 'too-large');
  expect(line.size()).toBe(64 * KB);
});

test('an upload is created with the bytes that a measured line carries in half a second', () => {
  const line = new AdaptiveChunkSize(() => 0);
  expect(line.smallBytes(), 'nothing was measured').toBe(256 * KB);
  line.onRoundTrip(20);
  line.onSuccess(512 * KB, 20 + 50);
  line.onSuccess(2 * MB, 20 + 200);
  expect(line.smallBytes()).toBe(5 * MB);
  expect(line.size()).toBe(8 * MB);
  line.onCreated(100 * KB, 70);
  expect(line.size(), 'a small photo says nothing about large chunks').toBe(8 * MB);
  expect(line.smallBytes()).toBe(1000 * KB);
  line.onCreated(1000 * KB, 10_020);
  expect(line.smallBytes(), 'the line became slow').toBe(256 * KB);
  line.onCreated(1000 * KB, 120);
  expect(line.smallBytes()).toBe(5000 * KB);
  line.resetSmallBytes();
  expect(line.smallBytes(), 'the network may be another one').toBe(256 * KB);
  line.onFailure(256 * KB, 'cut');
  expect(line.smallBytes(), 'it cuts what is longer').toBe(128 * KB);
});
