// A photo in another style, by rules alone.
import sharp from 'sharp';
import { comic, halftone, hatching, neon, pencil } from '#server/generation/builtin/restyle/line-art.ts';
import { cyanotype, duotone, mosaic, oil, poster, vintage, watercolor } from '#server/generation/builtin/restyle/paint-and-print.ts';
import type { Pixels } from '#server/generation/builtin/restyle/pixels.ts';
import { decodeSource } from '#server/generation/builtin/source.ts';
import type { Tasks } from '#server/generation/builtin/tasks.ts';
import { GeneratorError } from '#server/generation/generator.ts';

const styles = new Map<string, (source: Pixels, seed: number) => Pixels | Promise<Pixels>>(
  Object.entries({ pencil, hatching, comic, halftone, neon, oil, watercolour: watercolor, poster, duotone, cyanotype, vintage, mosaic }),
);

export async function restyle({ source, style, strength, seed }: Tasks['restyle']['ask']): Promise<Tasks['restyle']['answer']> {
  const draw = styles.get(style);
  if (!draw) throw new GeneratorError('unsupported', 'This style doesn’t exist.');
  const { data, width, height, isSmaller } = await decodeSource(source, 2048);
  const result = await draw({ data, width, height }, seed);
  if (strength < 1)
    for (let at = 0; at < data.length; at++) result.data[at] = (data[at] ?? 0) + ((result.data[at] ?? 0) - (data[at] ?? 0)) * strength;
  const bytes = await sharp(result.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { bytes, contentType: 'image/jpeg', isSmaller };
}
