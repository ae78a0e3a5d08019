import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cutOut, cutsPeople } from '#server/generation/builtin/neural/cut-out.ts';
import { drawnPerson } from '#tests/support/drawn-person.ts';

const [width, height] = [320, 240];
const person = () =>
  sharp(drawnPerson(width, height), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
const cut = async (background: string | null, bytes: Buffer) => cutOut({ source: { bytes, contentType: 'image/png' }, background });
const rgba = (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer();
const pixelAt = (data: Uint8Array, x: number, y: number) => Array.from(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4));

it('keeps the person, and of the background not even hidden colors', async () => {
  const { bytes, contentType } = await cut(null, await person());
  expect(contentType).toBe('image/png');
  const data = await rgba(bytes);
  expect(pixelAt(data, 4, 4)).toEqual([0, 0, 0, 0]);
  expect(pixelAt(data, 316, 100)).toEqual([0, 0, 0, 0]);
  expect(pixelAt(data, 160, 100)[3], 'the face').toBe(255);
  expect(pixelAt(data, 160, 225)[3], 'the shirt').toBe(255);
});

it('puts a color behind the person, or the photo out of focus', async () => {
  const original = await rgba(await person());
  const colored = await rgba((await cut('#ff0000', await person())).bytes);
  const [red, green] = pixelAt(colored, 4, 4);
  expect(red).toBeGreaterThan(245);
  expect(green).toBeLessThan(12);

  const blurred = await cut('blurred', await person());
  expect(blurred.contentType).toBe('image/jpeg');
  const data = await rgba(blurred.bytes);
  // Of the grain on the wall nothing is left, and its color is the same up to the edge: no halo of the person.
  const wall = (of: Uint8Array, x: number) => Array.from({ length: 40 }, (_, row) => pixelAt(of, x, 10 + row)[0]!);
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
  expect(spread(wall(original, 20))).toBeGreaterThan(6);
  expect(spread(wall(data, 20).map((value, row) => value - (40 * row) / height))).toBeLessThan(6);
  expect(Math.abs(pixelAt(data, 160, 100)[0]! - pixelAt(original, 160, 100)[0]!), 'the face').toBeLessThan(12);
});

it.each([
  ['a plain wall', () => sharp({ create: { width, height, channels: 3, background: '#7a8' } })],
  [
    'bright letters on a waterfall',
    () =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#253"/><rect x="110" y="40" width="90" height="180" fill="#bcd"/><circle cx="150" cy="90" r="24" fill="none" stroke="#fff" stroke-width="9"/><circle cx="150" cy="140" r="28" fill="none" stroke="#fff" stroke-width="9"/></svg>`,
        ),
      ),
  ],
])('refuses %s: nobody is there', async (_what, draw) => {
  await expect(cut(null, await draw().png().toBuffer())).rejects.toMatchObject({
    code: 'empty_result',
    message: 'No person was found in this image.',
    retryable: false,
  });
});

it('finds that a marked area cuts through a person, and not that it is beside one or contains one', async () => {
  const source = { bytes: await person(), contentType: 'image/png' } as const;
  const cuts = async (left: number, top: number, wide: number, high: number) => {
    const input = { create: { width: wide, height: high, channels: 3 as const, background: '#ffffff' } };
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#000000' } })
      .composite([{ input, left, top }])
      .png()
      .toBuffer();
    return (await cutsPeople({ source, mask: { bytes, contentType: 'image/png' } })).isAnybody;
  };
  expect(await cuts(160, 40, 100, 190), 'half of the person').toBe(true);
  expect(await cuts(0, 0, 60, 60), 'the wall').toBe(false);
  expect(await cuts(40, 0, 240, 240), 'all of the person').toBe(false);
});

it('a preview has the edges of the result', async () => {
  const bytes = await sharp(drawnPerson(1280, 960), { raw: { width: 1280, height: 960, channels: 3 } })
    .jpeg()
    .toBuffer();
  const source = { bytes, contentType: 'image/jpeg' } as const;
  const alphaOf = async (longest?: number) =>
    sharp((await cutOut({ source, background: null, ...(longest !== undefined && { longest }) })).bytes)
      .resize(320, 240, { fit: 'fill' })
      .extractChannel(3)
      .raw()
      .toBuffer();
  const [preview, result] = [await alphaOf(640), await alphaOf()];
  const differing = preview.filter((value, at) => Math.abs(value - result[at]!) > 96).length;
  expect(differing / preview.length).toBeLessThan(0.01);
  // Two networks on two pictures: a busy machine takes longer than for other tests.
}, 60_000);
