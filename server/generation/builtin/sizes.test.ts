// A style looks the same at every size: a preview shows what the result will be.
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { restyleModel } from '#server/generation/builtin/models.ts';
import { restyle, restyleTiles } from '#server/generation/builtin/restyle.ts';
import type { Picture } from '#server/generation/generator.ts';
import { completeRequest } from '#server/generation/request.ts';
import { PREVIEW_PX } from '#server/media/preview-size.ts';
import { dance } from '#server/seed/draw-scenes.ts';
import { drawPhoto } from '#server/seed/draw.ts';
import { isFullTier } from '#tests/support/tier.ts';

const shown = { width: 512, height: 96 };
/** Their fine dots and strokes are placed anew at each size. */
const SCREENS = ['halftone', 'hatching'];
/** Of 255: on average per color of a pixel, of the whole picture, and from each pixel to the next. */
const LIMITS = { pixels: 7, brightness: 2, lines: 2 };

let full: Picture;
let preview: Picture;
/** What tiles are made of: a square must have enough of it. */
let whole: Picture;
beforeAll(async () => {
  const drawn = await drawPhoto({ scene: dance, seed: 7, width: 2048, height: 1152, takenAt: new Date('2026-05-01T20:00:00Z') });
  const cut = async (top: number, height: number) => sharp(await sharp(drawn).extract({ left: 0, top, width: 2048, height }).toBuffer());
  const previewOf = async (photo: Sharp): Promise<Picture> => ({
    bytes: await photo.resize(PREVIEW_PX).jpeg({ quality: 82 }).toBuffer(),
    contentType: 'image/jpeg',
  });
  // As wide as large photos are, and as low as still shows everything.
  const photo = await cut(600, 384);
  full = { bytes: await photo.jpeg({ quality: 92 }).toBuffer(), contentType: 'image/jpeg' };
  preview = await previewOf(photo);
  whole = await previewOf(await cut(384, 768));
}, 60_000);

const pixelsOf = async ({ bytes }: Picture) => [
  ...(await sharp(bytes)
    .resize({ ...shown, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()),
];
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Of a request without one. */
const seedOf = (style: string) => {
  const source = { kind: 'upload' as const, id: '0190a6a0-0000-7000-8000-000000000001', event_id: null };
  const asked = { model: restyleModel.id, prompt: '', negative_prompt: '', count: 1, style, source };
  return completeRequest(asked, restyleModel.capabilities).seed!;
};
const linesOf = (pixels: readonly number[]) => mean(pixels.slice(3).map((value, at) => Math.abs(value - pixels[at]!)));

it.each(restyleModel.capabilities.styles)(
  'the preview of $id is its result, made smaller',
  async ({ id: style }) => {
    const small = await pixelsOf(
      await restyle({ source: preview, style, strength: 1, seed: restyleModel.capabilities.default_seed!, longest: shown.width }),
    );
    const result = await pixelsOf(await restyle({ source: full, style, strength: 1, seed: seedOf(style) }));
    expect(mean(small.map((value, at) => Math.abs(value - result[at]!)))).toBeLessThan(LIMITS.pixels * (SCREENS.includes(style) ? 2 : 1));
    expect(Math.abs(mean(small) - mean(result))).toBeLessThan(LIMITS.brightness);
    expect(Math.abs(linesOf(small) - linesOf(result))).toBeLessThan(LIMITS.lines);
  },
  60_000,
);

it.each(isFullTier ? [1, 0.6] : [0.6])(
  'the tiles of all styles are as bright and have the colors of their results at strength %f',
  async (strength) => {
    const side = 48;
    const styles = restyleModel.capabilities.styles.map(({ id }) => id);
    const { bytes } = await restyleTiles({ source: whole, styles, strength, seed: restyleModel.capabilities.default_seed!, side });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: side * styles.length, height: side });
    for (const [index, style] of styles.entries()) {
      const tile = [
        ...(await sharp(bytes)
          .extract({ left: index * side, top: 0, width: side, height: side })
          .raw()
          .toBuffer()),
      ];
      const { bytes: styled } = await restyle({
        source: whole,
        style,
        strength,
        seed: restyleModel.capabilities.default_seed!,
        longest: 1024,
      });
      const result = [...(await sharp(styled).resize(side, side).raw().toBuffer())];
      expect(Math.abs(mean(tile) - mean(result)), style).toBeLessThan(12 * strength);
      expect(mean(tile.map((value, at) => Math.abs(value - result[at]!))), style).toBeLessThan(24 * strength);
    }
  },
  60_000,
);
