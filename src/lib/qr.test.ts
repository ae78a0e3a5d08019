import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { encodeQr } from './qr.ts';

/** Which modules a path of rectangles covers. */
function painted(path: string, size: number): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let i = 0; i < Number(run); i += 1) grid[Number(y)]![Number(x) + i] = true;
  return grid;
}

test('the drawing has every dark module, no other, and room around it', () => {
  const link = 'https://photos.example.org/join/K7PM2XWA';
  const { size, path } = encodeQr(link);
  expect(painted(path, size)).toEqual(encode(link, { ecc: 'Q', border: 4 }).data);
  for (const row of [...painted(path, size).slice(0, 4), ...painted(path, size).slice(-4)]) expect(row).not.toContain(true);
});
