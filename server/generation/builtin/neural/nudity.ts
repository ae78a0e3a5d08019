// How sure a small model is that a picture shows nudity. It knows nothing else that people may not want to see.
import * as tf from '@tensorflow/tfjs-core';
import sharp from 'sharp';
import { loadModel } from '#server/generation/builtin/neural/engine.ts';
import type { Tasks } from '#server/generation/builtin/tasks.ts';

const SIDE = 224;
/** In the model's order: drawing, hentai, neutral, porn, sexy. What is merely sexy counts for little: swimwear is no nudity. */
const weights = [0, 1, 0, 1, 0.25];

export async function scoreNudity({ source }: Tasks['judge']['ask']): Promise<Tasks['judge']['answer']> {
  const model = await loadModel('nsfw');
  const pixels = await sharp(source.bytes)
    .resize(SIDE, SIDE, { fit: 'fill' })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const output = tf.tidy(() =>
    model.predict(
      tf.tensor4d(
        Float32Array.from(pixels, (part) => part / 255),
        [1, SIDE, SIDE, 3],
      ),
    ),
  );
  const values = await output.data();
  output.dispose();
  return {
    probability: Math.min(
      1,
      weights.reduce((sum, weight, index) => sum + weight * (values[index] ?? 0), 0),
    ),
  };
}
