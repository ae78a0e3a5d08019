// Removes what is behind people.
import sharp from 'sharp';
import { loadNetwork } from '#server/generation/builtin/neural/engine.ts';
import { decodeSource } from '#server/generation/builtin/pixels.ts';
import type { Tasks } from '#server/generation/builtin/task-process.ts';
import { GeneratorError } from '#server/generation/generator.ts';

const MASK_SIDE = 256;
/** The mask is refined at this size: finer than the model's, and quick. */
const FINE = 768;
const LONGEST = 3000;
/** A smaller share of the picture doesn't count as a person. */
const LEAST_SHARE = 0.004;

export async function cutOut({ source, background }: Tasks['cut-out']['ask']): Promise<Tasks['cut-out']['answer']> {
  const { data, width, height, isSmaller } = await decodeSource(source, LONGEST);
  const photo = () => sharp(data, { raw: { width, height, channels: 3 } });
  const coarse = await maskOf(await photo().resize(MASK_SIDE, MASK_SIDE, { fit: 'fill' }).raw().toBuffer());
  if (coarse.filter((part) => part > 0.5).length < MASK_SIDE * MASK_SIDE * LEAST_SHARE)
    throw new GeneratorError('empty_result', 'No person was found in this image.');

  const scale = Math.min(1, FINE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const [guide, wide] = await Promise.all([
    photo()
      .resize({ ...size, fit: 'fill' })
      .greyscale()
      .extractChannel(0)
      .raw()
      .toBuffer(),
    sharp(Buffer.from(coarse.map((part) => Math.round(part * 255))), { raw: { width: MASK_SIDE, height: MASK_SIDE, channels: 1 } })
      .resize({ ...size, fit: 'fill', kernel: 'cubic' })
      .extractChannel(0)
      .raw()
      .toBuffer(),
  ]);
  // Along the edges that the photo has; then steeper, so that neither a veil nor a hole stays.
  const fine = guidedFilter(guide, wide, size.width, size.height, Math.max(2, Math.round(FINE / 90)), 0.0015);
  const steep = Buffer.from(fine.map((part) => Math.round(smooth((part - 0.22) / 0.56) * 255)));
  const alpha = await sharp(steep, { raw: { ...size, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const cut = sharp(
    await photo()
      .joinChannel(alpha, { raw: { width, height, channels: 1 } })
      .raw()
      .toBuffer(),
    { raw: { width, height, channels: 4 } },
  );
  if (background === null || background === 'transparent')
    return { bytes: await cut.png({ compressionLevel: 6 }).toBuffer(), contentType: 'image/png', isSmaller };
  return {
    bytes: await cut.flatten({ background }).jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer(),
    contentType: 'image/jpeg',
    isSmaller,
  };
}

async function maskOf(pixels: Buffer): Promise<number[]> {
  const network = await loadNetwork('selfie');
  const values = Array.from(await network.run(pixels, { width: MASK_SIDE, height: MASK_SIDE }));
  return values.map((value) => Math.min(1, Math.max(0, value)));
}

const smooth = (part: number) => {
  const inside = Math.min(1, Math.max(0, part));
  return inside * inside * (3 - 2 * inside);
};

/**
 * A rough mask, made to follow the edges of the picture it belongs to (guided filter, He et al.).
 * @param guide how bright the picture is
 * @param sharpness of edges that count: less follows weaker ones
 * @returns from 0 to 1
 */
function guidedFilter(guide: Uint8Array, mask: Uint8Array, width: number, height: number, radius: number, sharpness: number): Float64Array {
  const light = Float64Array.from(guide, (part) => part / 255);
  const rough = Float64Array.from(mask, (part) => part / 255);
  const mean = (values: Float64Array) => boxMean(values, width, height, radius);
  const product = (a: Float64Array, b: Float64Array) => a.map((value, at) => value * (b[at] ?? 0));
  const [meanLight, meanMask, meanBoth, meanSquare] = [mean(light), mean(rough), mean(product(light, rough)), mean(product(light, light))];
  const slope = meanBoth.map(
    (value, at) => (value - (meanLight[at] ?? 0) * (meanMask[at] ?? 0)) / ((meanSquare[at] ?? 0) - (meanLight[at] ?? 0) ** 2 + sharpness),
  );
  const offset = meanMask.map((value, at) => value - (slope[at] ?? 0) * (meanLight[at] ?? 0));
  const [meanSlope, meanOffset] = [mean(slope), mean(offset)];
  return light.map((value, at) => (meanSlope[at] ?? 0) * value + (meanOffset[at] ?? 0));
}

function boxMean(values: Float64Array, width: number, height: number, radius: number): Float64Array {
  const wide = width + 1;
  const sums = new Float64Array(wide * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x] ?? 0;
      sums[(y + 1) * wide + x + 1] = (sums[y * wide + x + 1] ?? 0) + row;
    }
  }
  const result = new Float64Array(values.length);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const sum =
        (sums[bottom * wide + right] ?? 0) -
        (sums[top * wide + right] ?? 0) -
        (sums[bottom * wide + left] ?? 0) +
        (sums[top * wide + left] ?? 0);
      result[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return result;
}
