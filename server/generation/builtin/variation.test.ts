// A variation differs visibly from its image, and is still of it.
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { handOf } from '#server/generation/builtin/hands.ts';
import { illustrate } from '#server/generation/builtin/illustrator/illustrate.ts';
import { restyleModel } from '#server/generation/builtin/models.ts';
import { restyle } from '#server/generation/builtin/restyle.ts';
import { DISTINCT, pictureOf, variationOf, varySeed } from '#server/generation/builtin/variation.ts';
import { drawnPerson } from '#tests/support/drawn-person.ts';
import { isFullTier } from '#tests/support/tier.ts';

const at = (seed: number, variation: number) => seed + variation * 2 ** 27;
const pixelsOf = async (bytes: Uint8Array, side?: number) => {
  const image = sharp(bytes).removeAlpha();
  return [...(await (side ? image.resize(side, side, { fit: 'fill' }) : image).raw().toBuffer())];
};
const difference = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;

it('has a seed of its own that names the same picture', () => {
  for (const chance of [0, 0.3, 0.999]) {
    const seed = varySeed(41, chance);
    expect(pictureOf(seed)).toBe(41);
    expect(variationOf(seed)).toBeGreaterThan(0);
    expect(seed).toBeLessThan(2 ** 32);
    const again = varySeed(seed, chance);
    expect(pictureOf(again)).toBe(41);
    expect(variationOf(again) % DISTINCT).not.toBe(variationOf(seed) % DISTINCT);
  }
});

const photo = sharp(drawnPerson(160, 120), { raw: { width: 160, height: 120, channels: 3 } })
  .jpeg()
  .toBuffer();

/** Of 255, on average. */
const VISIBLE = 8;
/** What a request has that doesn’t say more. */
const DEFAULT_STRENGTH = 0.6;

it.each(restyleModel.capabilities.styles)(
  'of $id has another drawing for each seed and each variation, at the default strength',
  async ({ id: style }) => {
    const source = { bytes: await photo, contentType: 'image/jpeg' } as const;
    const draw = async (seed: number) => (await restyle({ source, style, strength: DEFAULT_STRENGTH, seed })).bytes;
    // In the core tests every hand, and some of the variations that lead to the same hands.
    const variations = isFullTier ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [0, 3, 8];
    for (const seeds of [[0, 1, 2, 3, 4, 5, 6, 7, 8], variations.map((variation) => at(5, variation))]) {
      const made = await Promise.all(seeds.map(async (seed) => pixelsOf(await draw(seed), 80)));
      for (const [index, one] of made.entries())
        for (const other of made.slice(0, index)) expect(difference(one, other)).toBeGreaterThan(VISIBLE);
    }
    expect(Buffer.from(await draw(at(5, 3))).equals(await draw(at(5, 3)))).toBe(true);
  },
  60_000,
);

it('has a hand of its own, which is not that of its image', () => {
  const hands = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((variation) => handOf(at(5, variation)).index);
  expect(new Set(hands).size).toBe(9);
});

/** Styles in the colors of the photo; the others have inks of their own. */
const inColor = ['oil', 'watercolour', 'comic', 'halftone', 'mosaic', 'vintage'];

it.each(inColor)(
  'of %s has no color cast: grays stay as gray as in the image, skin keeps its color, and black and white their places',
  async (style) => {
    const side = 240;
    const colors = [
      [30, 30, 30],
      [128, 128, 128],
      [225, 225, 225],
      [224, 172, 140],
      [141, 94, 66],
    ] as const;
    const stripes = Buffer.alloc(side * side * 3);
    for (let at = 0; at < side * side; at++) stripes.set(colors[Math.floor(((at % side) / side) * colors.length)]!, at * 3);
    const bytes = await sharp(stripes, { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer();
    const middles = async (seed: number) => {
      const made = sharp((await restyle({ source: { bytes, contentType: 'image/png' }, style, strength: 1, seed })).bytes);
      const whole = sharp(await made.png().toBuffer());
      return Promise.all(
        colors.map(async (_, index) => {
          const part = await whole
            .clone()
            .extract({ left: index * 48 + 14, top: 60, width: 20, height: 120 })
            .resize(1, 1, { fit: 'fill' })
            .raw()
            .toBuffer();
          return [part[0]!, part[1]!, part[2]!] as const;
        }),
      );
    };
    const tintOf = ([red, green, blue]: readonly [number, number, number]) => [red - green, green - blue] as const;
    const usual = await middles(at(0, 0));
    for (let variation = 1; variation <= 8; variation++) {
      const varied = await middles(at(0, variation));
      // A style has a tint of its own, and contrast strengthens it.
      for (const gray of [0, 1, 2]) {
        const [before, after] = [tintOf(usual[gray]!), tintOf(varied[gray]!)];
        for (const part of [0, 1] as const)
          expect(Math.abs(after[part]), `gray ${gray}, variation ${variation}`).toBeLessThan(12 + 1.9 * Math.abs(before[part]));
      }
      for (const skin of [3, 4]) {
        const [red, green, blue] = varied[skin]!;
        expect(red, `skin ${skin}, variation ${variation}`).toBeGreaterThan(green);
        expect(green + 4, `skin ${skin}, variation ${variation}`).toBeGreaterThan(blue);
      }
      // Neither washed out nor all dark.
      const [dark, , light] = varied;
      expect(light![1] - dark![1], `variation ${variation}`).toBeGreaterThan(90);
    }
  },
  60_000,
);

const prompts = ['a zebra riding a bicycle', 'a dog at the beach', 'a birthday cake at a party', 'a car in the city'];

it('of clip art has the colors and the light of its image, in another layout', async () => {
  const seeds = [40, 41, 42, 43];
  const draw = async (prompt: string, seed: number) => {
    const { bytes } = await illustrate({ prompt, negativePrompt: '', size: { width: 256, height: 256 }, seed });
    return { whole: await pixelsOf(bytes, 1), layout: await pixelsOf(bytes, 48) };
  };
  for (const prompt of prompts) {
    const images = await Promise.all(seeds.map((seed) => draw(prompt, seed)));
    for (const [index, image] of images.entries()) {
      const nearest = Math.min(...images.filter((each) => each !== image).map((other) => difference(image.whole, other.whole)));
      for (const variation of isFullTier ? [1, 6, 11] : [1 + 5 * (index % 3)]) {
        const varied = await draw(prompt, at(seeds[index]!, variation));
        // As a whole its colors are closer to its image than those of another result, or as good as the same.
        expect(difference(image.whole, varied.whole)).toBeLessThan(Math.max(14, nearest));
        expect(difference(image.layout, varied.layout)).toBeGreaterThan(5);
      }
    }
  }
}, 60_000);
