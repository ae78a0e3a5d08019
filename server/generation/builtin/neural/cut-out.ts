// The people of a photo, before another background or none.
import * as tf from '@tensorflow/tfjs-core';
import sharp from 'sharp';
import { loadModel } from '#server/generation/builtin/neural/engine.ts';
import { guidedFilter } from '#server/generation/builtin/neural/guided-filter.ts';
import { decodeSource } from '#server/generation/builtin/source.ts';
import type { Tasks } from '#server/generation/builtin/tasks.ts';
import { GeneratorError } from '#server/generation/generator.ts';

const SIDE = 256;
/** The mask is refined at this size: finer than the model's, and quick. */
const FINE = 768;
const LONGEST = 3000;
/** Of the picture; less is nobody. */
const LEAST_SHARE = 0.004;

export async function cutOut({ source, background }: Tasks['cut-out']['ask']): Promise<Tasks['cut-out']['answer']> {
  const { data, width, height, isSmaller } = await decodeSource(source, LONGEST);
  const photo = () => sharp(data, { raw: { width, height, channels: 3 } });
  const coarse = await maskOf(await photo().resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer());
  if (coarse.filter((part) => part > 0.5).length < SIDE * SIDE * LEAST_SHARE)
    throw new GeneratorError('empty_result', 'We couldn’t find a person in the image.');

  const scale = Math.min(1, FINE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const [guide, wide] = await Promise.all([
    photo()
      .resize({ ...size, fit: 'fill' })
      .greyscale()
      .extractChannel(0)
      .raw()
      .toBuffer(),
    sharp(Buffer.from(coarse.map((part) => Math.round(part * 255))), { raw: { width: SIDE, height: SIDE, channels: 1 } })
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
  const model = await loadModel('selfie');
  const output = tf.tidy(() =>
    model.predict(
      tf.tensor4d(
        Float32Array.from(pixels, (part) => part / 255),
        [1, SIDE, SIDE, 3],
      ),
    ),
  );
  const values = Array.from(await output.data());
  output.dispose();
  return values.map((value) => Math.min(1, Math.max(0, value)));
}

const smooth = (part: number) => {
  const inside = Math.min(1, Math.max(0, part));
  return inside * inside * (3 - 2 * inside);
};
