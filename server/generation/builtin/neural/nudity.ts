import sharp from 'sharp';
import { loadNetwork } from '#server/generation/builtin/neural/engine.ts';
import type { Tasks } from '#server/generation/builtin/task-process.ts';

const SIDE = 224;
/** In the network's order: drawing, hentai, neutral, porn, sexy. "Sexy" has a low weight, because swimwear is not nudity. */
const classWeights = [0, 1, 0, 1, 0.25];

export async function scoreNudity({ source }: Tasks['judge']['ask']): Promise<Tasks['judge']['answer']> {
  const network = await loadNetwork('nsfw');
  const pixels = await sharp(source.bytes)
    .resize(SIDE, SIDE, { fit: 'fill' })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const values = await network.run(pixels, { width: SIDE, height: SIDE });
  const sum = classWeights.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0);
  return { probability: Math.min(1, sum) };
}
