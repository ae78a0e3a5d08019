// What all drawing of pictures has in common. Runs only in the child process (derive-child.ts).
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** Longer than any honest photo takes on a busy machine; the parent kills what even this does not stop. */
export const SHARP_SECONDS = 45;

const HASH_PX = 100;

export const fitInside = (image: Sharp, px: number): Sharp => image.resize(px, px, { fit: 'inside', withoutEnlargement: true });

export async function pixels(image: Sharp) {
  const { data, info } = await image.toColourspace('srgb').raw().timeout({ seconds: SHARP_SECONDS }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, image: () => sharp(data, { raw: { width, height, channels } }) };
}

export async function thumbhashOf(image: Sharp): Promise<Buffer> {
  const tiny = await pixels(fitInside(image, HASH_PX).ensureAlpha());
  return Buffer.from(rgbaToThumbHash(tiny.width, tiny.height, tiny.data));
}
