// How much of an image a mask marks. Soft edges belong to what is marked.
import sharp from 'sharp';

/** Less is noise of a file that is not quite black. */
const LEAST_MARKED = 32;
const MOST_PIXELS = 100_000_000;
/** Of its longer side: enough to measure an area. */
const MEASURED_PX = 512;

export const isMarked = (value: number): boolean => value >= LEAST_MARKED;

/** From 0 (nothing) to 1 (everything). */
export async function markedShare(bytes: Buffer): Promise<number> {
  const values = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .flatten({ background: '#000000' })
    .resize({ width: MEASURED_PX, height: MEASURED_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer();
  return values.reduce((sum, value) => sum + (isMarked(value) ? 1 : 0), 0) / values.length;
}
