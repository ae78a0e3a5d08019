import { expect, test } from 'vitest';
import '#tests/support/outbox-server.ts';
import { nextChunkSize } from './upload.ts';

const MB = 1024 * 1024;

test('chunks grow towards three seconds on a fast line, at most four times at once', () => {
  expect(nextChunkSize(512 * 1024, 20)).toBe(2 * MB);
  expect(nextChunkSize(2 * MB, 2000)).toBe(3 * MB);
});

test('chunks shrink on a slow line, and stay within 64 kB and 8 MB', () => {
  expect(nextChunkSize(512 * 1024, 12_000)).toBe(128 * 1024);
  expect(nextChunkSize(64 * 1024, 60_000)).toBe(64 * 1024);
  expect(nextChunkSize(8 * MB, 1)).toBe(8 * MB);
});
