import { expect, test } from 'vitest';
import { looksLikeMask } from './mask-file.ts';

type Color = [red: number, green: number, blue: number];
const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];
/** A hundred pixels, of each color as many as given. */
const pixels = (...parts: [Color, number][]) =>
  Uint8ClampedArray.from(parts.flatMap(([color, count]) => Array.from({ length: count }, () => [...color, 255]).flat()));

test.each<[string, Uint8ClampedArray, boolean]>([
  ['white on black', pixels([BLACK, 70], [WHITE, 30]), true],
  ['with soft edges', pixels([BLACK, 60], [[128, 128, 128], 15], [WHITE, 25]), true],
  ['with the faults of a JPEG', pixels([[9, 0, 14], 70], [[243, 250, 239], 30]), true],
  ['a color photo', pixels([[200, 120, 80], 60], [[40, 90, 160], 40]), false],
  ['a dark photo with colors', pixels([BLACK, 80], [[220, 40, 30], 20]), false],
  ['a black-and-white photo', pixels([BLACK, 20], [[90, 90, 90], 40], [[170, 170, 170], 20], [WHITE, 20]), false],
])('%s', (_what, data, isMask) => {
  expect(looksLikeMask(data)).toBe(isMask);
});
