import sharp from 'sharp';
import { expect, it } from 'vitest';
import { refineMask, type RoughMask } from '#server/generation/builtin/neural/matte.ts';
import { drawnHair } from '#tests/support/drawn-hair.ts';

const SIDE = 256;

/** What a network sees of it: soft, and without hairs. */
async function roughOf(alpha: Float32Array, width: number, height: number): Promise<RoughMask> {
  const bytes = Buffer.from(alpha.map((share) => share * 255));
  const tiny = await sharp(bytes, { raw: { width, height, channels: 1 } })
    .resize(64, 64, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const soft = await sharp(tiny, { raw: { width: 64, height: 64, channels: 1 } })
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const values = Float32Array.from(soft, (part) => Math.min(1, Math.max(0, (part / 255 - 0.5) * 3 + 0.5)));
  return { values, side: SIDE, area: { left: 0, top: 0, width, height } };
}

it('finds hairs that a rough mask lacks, and removes the background from their colors', async () => {
  const { width, height, pixels, alpha } = drawnHair(360, 450);
  const rough = await roughOf(alpha, width, height);
  const plain = await sharp(Buffer.from(rough.values.map((value) => Math.round(value * 255))), {
    raw: { width: SIDE, height: SIDE, channels: 1 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const picture = { data: Uint8Array.from(pixels), width, height };
  const refined = await refineMask(picture, rough);

  const isHair = Array.from(alpha, (share) => share > 0.02 && share < 0.98);
  const error = (mask: Uint8Array, counts: (at: number) => boolean) => {
    const differences = Array.from(mask, (part, at) => Math.abs(part / 255 - (alpha[at] ?? 0))).filter((_, at) => counts(at));
    return differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  };
  const [everywhere, inHair] = [() => true, (at: number) => isHair[at] ?? false];
  expect(error(refined, everywhere)).toBeLessThan(error(plain, everywhere) / 2);
  expect(error(refined, inHair)).toBeLessThan(error(plain, inHair) / 2);

  // The hairs are dark, the wall is light.
  const brightness = (data: Uint8Array) => {
    const places = alpha.reduce<number[]>(
      (found, share, at) => (share > 0.4 && share < 0.7 && refined[at]! > 60 ? [...found, at] : found),
      [],
    );
    return places.reduce((sum, at) => sum + data[at * 3]!, 0) / places.length;
  };
  expect(brightness(pixels)).toBeGreaterThan(95);
  expect(brightness(picture.data)).toBeLessThan(85);
});

it('leaves no veil where the mask is in doubt far from the person, and no hole within', async () => {
  const { width, height, pixels, alpha } = drawnHair(360, 450);
  const { values } = await roughOf(alpha, width, height);
  const doubtful = values.map((value, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const cloud = 0.9 * Math.max(0, 1 - Math.hypot(x - 40, y - 60) / 50);
    const gap = 0.9 * Math.max(0, 1 - Math.hypot(x - 128, y - 230) / 30);
    return value > 0.5 ? Math.max(0.51, Math.min(value, 1 - gap)) : Math.min(0.49, Math.max(value, cloud));
  });
  const refined = await refineMask(
    { data: Uint8Array.from(pixels), width, height },
    { values: doubtful, side: SIDE, area: { left: 0, top: 0, width, height } },
  );
  const shareOf = (truth: number, isWrong: (part: number) => boolean) => {
    const places = refined.filter((_, at) => alpha[at] === truth);
    return places.filter(isWrong).length / places.length;
  };
  expect(
    shareOf(0, (part) => part > 12),
    'veiled background',
  ).toBeLessThan(0.015);
  expect(
    shareOf(1, (part) => part < 243),
    'transparent person',
  ).toBeLessThan(0.05);
});

it('leaves nothing around the area that the mask shows', async () => {
  const { width, height, pixels } = drawnHair(120, 150);
  const values = new Float32Array(SIDE * SIDE).fill(1);
  const mask = { values, side: SIDE, area: { left: 40, top: 60, width: 30, height: 40 } };
  const alpha = await refineMask({ data: pixels, width, height }, mask);
  expect(alpha[0]).toBe(0);
  expect(alpha[149 * 120 + 119]).toBe(0);
  expect(alpha[80 * 120 + 55]).toBe(255);
});
