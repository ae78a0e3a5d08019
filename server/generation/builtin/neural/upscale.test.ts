import sharp from 'sharp';
import { expect, it } from 'vitest';
import { UPSCALE_FACTOR } from '#server/generation/builtin/models.ts';
import { loadNetwork } from '#server/generation/builtin/neural/engine.ts';
import { doublePixels, upscale } from '#server/generation/builtin/neural/upscale.ts';
import { drawnPerson } from '#tests/support/drawn-person.ts';

const [width, height] = [96, 72];
const picture = { data: drawnPerson(width, height), width, height, channels: 3 as const };

it('makes the same picture of parts as of the whole, without seams', async () => {
  const network = await loadNetwork('esrgan');
  const parts: string[] = [];
  const whole = await doublePixels(picture, network, () => undefined, 96);
  const tile = 24;
  const tiled = await doublePixels(picture, network, (done, all) => void parts.push(`${done} of ${all}`), tile);
  expect(tiled).toMatchObject({ width: width * UPSCALE_FACTOR, height: height * UPSCALE_FACTOR });
  expect(parts).toHaveLength(12);
  expect(parts.at(-1)).toBe('12 of 12');
  const differences = tiled.data.map((part, at) => Math.abs(part - whole.data[at]!));
  // Sums in another order round differently.
  expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThanOrEqual(1);

  /** How much brightness changes from a column to the next, over those that the condition takes. */
  const energy = (takes: (column: number) => boolean) => {
    const columns = Array.from({ length: tiled.width - 1 }, (_, column) => column).filter(takes);
    const change = (column: number, row: number) => {
      const at = (row * tiled.width + column) * 3;
      return Math.abs(tiled.data[at]! - tiled.data[at + 3]!);
    };
    const rows = Array.from({ length: tiled.height }, (_, row) => row);
    return (
      columns.flatMap((column) => rows.map((row) => change(column, row))).reduce((sum, one) => sum + one, 0) / columns.length / rows.length
    );
  };
  const isSeam = (column: number) => (column + 1) % (tile * UPSCALE_FACTOR) === 0;
  // Beside the seams, because the picture isn't equally rich everywhere.
  const isBeside = (column: number) => [-2, -1, 1, 2].some((step) => isSeam(column + step));
  expect(energy(isSeam) / energy(isBeside)).toBeLessThan(1.25);
});

it('keeps transparent parts, and nothing of what they hide', async () => {
  const data = Buffer.alloc(64 * 48 * 4);
  for (let at = 0, pixel = 0; pixel < 64 * 48; pixel++, at += 4) {
    // The right half is seen, in orange; the left half hides green.
    const isSeen = pixel % 64 >= 32;
    data.set(isSeen ? [230, 140, 30, 255] : [0, 255, 0, 0], at);
  }
  const bytes = await sharp(data, { raw: { width: 64, height: 48, channels: 4 } })
    .png()
    .toBuffer();
  const result = await upscale({ source: { bytes, contentType: 'image/png' } }, () => undefined);
  expect(result.contentType).toBe('image/png');
  const large = await sharp(result.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(large.info).toMatchObject({ width: 128, height: 96, channels: 4 });
  const pixelAt = (x: number, y: number) => Array.from(large.data.subarray((y * 128 + x) * 4, (y * 128 + x) * 4 + 4));
  expect(pixelAt(20, 48)).toEqual([0, 0, 0, 0]);
  expect(pixelAt(100, 48)[3]).toBe(255);
  // At the edge the color is still orange: no green from behind, and no dark rim.
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixelAt(64, 48);
  expect(alpha).toBeGreaterThan(120);
  expect(Math.abs(red - 230)).toBeLessThan(25);
  expect(Math.abs(green - 140)).toBeLessThan(25);
  expect(Math.abs(blue - 30)).toBeLessThan(25);
});

it('says how far it is, with a part at a time', async () => {
  const bytes = await sharp(drawnPerson(300, 200), { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer();
  const told: (number | null)[] = [];
  const result = await upscale({ source: { bytes, contentType: 'image/jpeg' } }, ({ progress }) => void told.push(progress));
  expect(result.contentType).toBe('image/jpeg');
  expect(await sharp(result.bytes).metadata()).toMatchObject({ width: 600, height: 400 });
  expect(told).toEqual([0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1, 1]);
});
