// Extends a picture to another aspect ratio: a larger canvas, and a mask of what the model may paint.
import sharp from 'sharp';
import { GeneratorError, type Picture } from '#server/generation/generator.ts';

const MOST_PIXELS = 100_000_000;
/** Of the canvas; providers use no more. */
const LONGEST_EDGE = 2048;
/** Of the picture's side at a new border: how far the model may paint into it, so that no seam is left. */
const OVERLAP = 0.03;

export type Anchor = 'start' | 'center' | 'end';

/**
 * @param ratio width divided by height, of the canvas
 * @throws {GeneratorError} `source_unavailable` if the picture can't be read
 */
export async function extendPicture(source: Picture, ratio: number, anchor: Anchor): Promise<{ source: Picture; mask: Picture }> {
  try {
    const { width, height } = await sharp(source.bytes, { limitInputPixels: MOST_PIXELS }).metadata();
    const plan = planCanvas({ width, height }, ratio, anchor);
    const { canvas, place } = plan;
    const picture = await sharp(source.bytes, { limitInputPixels: MOST_PIXELS })
      .resize({ width: place.width, height: place.height, fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer();
    // Models start from what is there: blurred colors of the picture continue it better than a plain color.
    const sigma = Math.max(2, Math.max(canvas.width, canvas.height) / 40);
    const extended = await sharp(
      await sharp(picture)
        .resize({ ...canvas, fit: 'fill' })
        .blur(sigma)
        .png({ compressionLevel: 1 })
        .toBuffer(),
    )
      .composite([{ input: picture, left: place.left, top: place.top }])
      .png({ compressionLevel: 6 })
      .toBuffer();
    return { source: { bytes: extended, contentType: 'image/png' }, mask: { bytes: await maskOf(plan), contentType: 'image/png' } };
  } catch (error) {
    throw new GeneratorError('source_unavailable', 'We couldn’t read the source image.', { cause: error });
  }
}

interface Size {
  width: number;
  height: number;
}

export interface CanvasPlan {
  canvas: Size;
  /** The picture in it. */
  place: Size & { left: number; top: number };
}

/** The smallest canvas of this ratio that contains the whole picture, scaled down if it is too large. */
export function planCanvas({ width, height }: Size, ratio: number, anchor: Anchor, longest = LONGEST_EDGE): CanvasPlan {
  const whole = { width: Math.max(width, height * ratio), height: Math.max(height, width / ratio) };
  const scale = Math.min(1, longest / Math.max(whole.width, whole.height));
  const rounded = (length: number) => Math.max(1, Math.round(length * scale));
  const canvas = { width: rounded(whole.width), height: rounded(whole.height) };
  const shown = { width: Math.min(canvas.width, rounded(width)), height: Math.min(canvas.height, rounded(height)) };
  const share = { start: 0, center: 0.5, end: 1 }[anchor];
  return {
    canvas,
    place: {
      ...shown,
      left: Math.round((canvas.width - shown.width) * share),
      top: Math.round((canvas.height - shown.height) * share),
    },
  };
}

/** Whether the picture is smaller in its canvas: by more than rounding. */
export const isReduced = (picture: Size, place: Size): boolean => place.width < picture.width - 1;

/** White where the model may paint: the new area, and softly a little of the picture. */
async function maskOf({ canvas, place }: CanvasPlan): Promise<Buffer> {
  const overlap = { x: Math.ceil(place.width * OVERLAP), y: Math.ceil(place.height * OVERLAP) };
  // Only borders that get something new move.
  const left = place.left > 0 ? overlap.x : 0;
  const top = place.top > 0 ? overlap.y : 0;
  const right = place.left + place.width < canvas.width ? overlap.x : 0;
  const bottom = place.top + place.height < canvas.height ? overlap.y : 0;
  const kept = { width: Math.max(1, place.width - left - right), height: Math.max(1, place.height - top - bottom) };
  const feather = Math.max(overlap.x, overlap.y) / 3;
  const inner = await sharp({ create: { ...kept, channels: 3, background: '#000000' } })
    .png()
    .toBuffer();
  const hard = await sharp({ create: { ...canvas, channels: 3, background: '#ffffff' } })
    .composite([{ input: inner, left: place.left + left, top: place.top + top }])
    .png()
    .toBuffer();
  return sharp(hard).blur(Math.max(0.5, feather)).removeAlpha().toColourspace('b-w').png().toBuffer();
}
