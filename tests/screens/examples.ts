// Makes the pictures of the examples with the built-in models: `npm run screens -- examples` writes src/domains/generation/examples/pictures/.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { openBuiltinProvider } from '#server/generation/builtin/provider.ts';
import type { Picture } from '#server/generation/generator.ts';
import { drawPhoto } from '#server/seed/draw.ts';
import { dance, table } from '#server/seed/draw-scenes.ts';
import { examples } from '#src/domains/generation/examples/example-list.ts';
import { root } from '#tests/support/source.ts';
import { drawGuest } from './draw-guest.ts';

const folder = path.join(root, 'src', 'domains', 'generation', 'examples', 'pictures');
const side = 360;
const scenes = { dance, table };
const camera = { make: 'Canon', model: 'EOS R6' };

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const write = (name: string, bytes: Buffer, edge = side, quality = 68) =>
  sharp(bytes).resize(edge, edge).webp({ quality, effort: 6 }).toFile(path.join(folder, `${name}.webp`));

/** The photo as it ships, so that an example can be made again from it. */
async function sourceOf(name: keyof typeof scenes): Promise<Picture> {
  const photo = await drawPhoto({ scene: scenes[name], seed: 7, width: 1024, height: 1024, takenAt: new Date('2026-11-20T21:00:00Z'), camera });
  await write(name, photo, 800, 60);
  return { bytes: await sharp(path.join(folder, `${name}.webp`)).png().toBuffer(), contentType: 'image/png' };
}

const provider = openBuiltinProvider();
const generate = async (model: string, request: object) => {
  const base = { prompt: '', negativePrompt: '', size: null, aspectRatio: null, count: 1, seed: null, style: null, strength: null };
  const { images } = await provider.generator.generate(
    { ...base, background: null, source: null, mask: null, model, ...request },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  if (!images[0]) throw new Error(`${model} made nothing`);
  return images[0].bytes;
};

try {
  const sources = { dance: await sourceOf('dance'), table: await sourceOf('table') };
  for (const { id, recipe, source } of examples) {
    const [width = 0, height = 0] = recipe.size.split('x').map(Number);
    const [, model = ''] = recipe.model.split(':');
    const size = recipe.size === '' ? null : { width, height };
    const from = source ? { source: sources[source], style: recipe.style, strength: recipe.strength } : { prompt: recipe.prompt };
    await write(id, await generate(model, { ...from, size, seed: Number(recipe.seed) }));
  }
  // What each model makes of a photo, for the model library.
  const guest = await drawGuest();
  await write('guest', guest);
  const person = { bytes: await sharp(guest).png().toBuffer(), contentType: 'image/png' };
  await write('cut-out', await generate('cut-out', { source: person, background: '#ffffff' }));
  await write('cut-out-color', await generate('cut-out', { source: person, background: '#f4a261' }));
  const small = await sharp(sources.table.bytes).resize(180, 180).png().toBuffer();
  await write('upscale', await generate('upscale-2x', { source: { bytes: small, contentType: 'image/png' } }));
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  console.log(`${readdirSync(folder).length} pictures, ${Math.round(bytes / 1000)} kB: ${folder}`);
} finally {
  provider.close();
}
