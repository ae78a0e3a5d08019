// Twice the size, tile by tile: one at a time keeps its memory small, and between two it tells how far it is.
import * as tf from '@tensorflow/tfjs-core';
import sharp from 'sharp';
import { upscaleModel } from '#server/generation/builtin/models.ts';
import { loadModel } from '#server/generation/builtin/neural/engine.ts';
import { decodeSource } from '#server/generation/builtin/source.ts';
import type { Tasks } from '#server/generation/builtin/tasks.ts';
import { GeneratorError, type GeneratorProgress } from '#server/generation/generator.ts';
import { tooManyPixels } from '#server/generation/request.ts';

const TILE = 96;
/** Around each tile: what the model sees beyond it, so that no seam shows. */
const MARGIN = 8;
const SCALE = 2;

export async function upscale(
  { source }: Tasks['upscale']['ask'],
  onProgress: (progress: GeneratorProgress) => void,
): Promise<Tasks['upscale']['answer']> {
  const { width, height, data } = await decodeSource(source);
  const { max_source_pixels: most } = upscaleModel.capabilities;
  if (most !== null && width * height > most)
    throw new GeneratorError('invalid_request', `The image ${tooManyPixels({ width, height }, most)}.`);
  onProgress({ progress: 0, message: 'Preparing' });
  const model = await loadModel('esrgan');
  const result = new Uint8Array(width * height * SCALE * SCALE * 3);
  const side = TILE + 2 * MARGIN;
  const input = new Float32Array(side * side * 3);
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)];
  for (let tile = 0; tile < columns * rows; tile++) {
    const [left, top] = [(tile % columns) * TILE, Math.floor(tile / columns) * TILE];
    onProgress({ progress: tile / (columns * rows), message: `Part ${tile + 1} of ${columns * rows}` });
    // Beyond the rim its last pixels go on.
    for (let y = 0, to = 0; y < side; y++) {
      const from = Math.min(height - 1, Math.max(0, top + y - MARGIN)) * width;
      for (let x = 0; x < side; x++, to += 3) {
        const at = (from + Math.min(width - 1, Math.max(0, left + x - MARGIN))) * 3;
        input[to] = data[at] ?? 0;
        input[to + 1] = data[at + 1] ?? 0;
        input[to + 2] = data[at + 2] ?? 0;
      }
    }
    const output = tf.tidy(() => model.predict(tf.tensor4d(input, [1, side, side, 3])));
    const values = await output.data();
    output.dispose();
    const wide = side * SCALE;
    const [across, down] = [Math.min(TILE, width - left) * SCALE, Math.min(TILE, height - top) * SCALE];
    for (let y = 0; y < down; y++) {
      let from = ((y + MARGIN * SCALE) * wide + MARGIN * SCALE) * 3;
      let to = ((top * SCALE + y) * width * SCALE + left * SCALE) * 3;
      for (let x = 0; x < across * 3; x++) result[to++] = Math.min(255, Math.max(0, Math.round(values[from++] ?? 0)));
    }
  }
  onProgress({ progress: 1 });
  const image = sharp(result, { raw: { width: width * SCALE, height: height * SCALE, channels: 3 } });
  return { bytes: await image.jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer(), contentType: 'image/jpeg' };
}
