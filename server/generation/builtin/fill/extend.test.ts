import sharp from 'sharp';
import { expect, it } from 'vitest';
import { extend } from '#server/generation/builtin/fill/extend.ts';

const [width, height] = [300, 200];

/** Diagonal stripes, of which `left` to `left + across` is shown. */
function stripes(left: number, across: number): Buffer {
  const data = Buffer.alloc(across * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < across; x++, at += 3) data.set((x + left + y) % 24 < 12 ? [220, 190, 60] : [40, 90, 120], at);
  return data;
}
const source = async () => ({
  bytes: await sharp(stripes(25, 250), { raw: { width: 250, height, channels: 3 } })
    .png()
    .toBuffer(),
  contentType: 'image/png' as const,
});
const meanIn = (data: Buffer, stride: number, [left, right]: readonly [number, number]) => {
  let [sum, count] = [0, 0];
  for (let y = 0; y < height; y++) for (let at = (y * stride + left) * 3; at < (y * stride + right) * 3; at++, count++) sum += data[at]!;
  return sum / count;
};

it('continues the edges into a narrow border', async () => {
  const result = await extend({ source: await source(), ratio: width / height, anchor: 'center' }, () => undefined);
  const { data, info } = await sharp(result.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height });
  const truth = stripes(0, width);
  const errorOf = (colors: (at: number) => number) => {
    let sum = 0;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < 75; x++) sum += (colors((y * width + (x % 25)) * 3) - truth[(y * width + (x % 25)) * 3]!) ** 2;
    return sum;
  };
  const mean = meanIn(truth, width, [25, 275]);
  expect(
    errorOf((at) => data[at]!),
    'the stripes go on',
  ).toBeLessThan(errorOf(() => mean) * 0.3);
});

it('frames the photo with a blurred, darker copy where the border is wide', async () => {
  const result = await extend({ source: await source(), ratio: 2.5, anchor: 'end' }, () => undefined);
  const { data, info } = await sharp(result.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 500, height });
  const [frame, photo] = [meanIn(data, 500, [0, 250]), meanIn(data, 500, [250, 500])];
  expect(frame / photo).toBeGreaterThan(0.55);
  expect(frame / photo).toBeLessThan(0.75);
  const original = stripes(25, 250);
  for (const x of [10, 120, 240]) expect(Math.abs(data[(100 * 500 + 250 + x) * 3]! - original[(100 * 250 + x) * 3]!)).toBeLessThan(12);
});

it.each([
  { what: 'continued edges', ratio: width / height, anchor: 'center' as const },
  { what: 'a blurred frame', ratio: 2.5, anchor: 'end' as const },
])('a preview of $what is what the result looks like from further away', async ({ ratio, anchor }) => {
  const small = async (longest?: number) => {
    const { bytes } = await extend({ source: await source(), ratio, anchor, ...(longest !== undefined && { longest }) }, () => undefined);
    return sharp(bytes)
      .resize({ width: 120, height: Math.round(120 / ratio), fit: 'fill' })
      .raw()
      .toBuffer();
  };
  const [preview, result] = [await small(120), await small()];
  const error = preview.reduce((sum, value, at) => sum + (value - result[at]!) ** 2, 0) / preview.length;
  expect(error).toBeLessThan(120);
});

it('tells the server’s size: a photo that would be too large becomes smaller', async () => {
  const bytes = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: '#486' } })
    .jpeg()
    .toBuffer();
  const result = await extend({ source: { bytes, contentType: 'image/jpeg' }, ratio: 5, anchor: 'start' }, () => undefined);
  expect(result.isSmaller).toBe(true);
  expect(await sharp(result.bytes).metadata()).toMatchObject({ width: 4096, height: 819 });
});
