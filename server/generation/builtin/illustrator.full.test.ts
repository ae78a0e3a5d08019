// The illustrator as the server uses it: through the provider, in a process beside it.
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { openBuiltinProvider } from '#server/generation/builtin/provider.ts';
import type { GeneratorRequest } from '#server/generation/generator.ts';

const provider = openBuiltinProvider();
afterAll(() => provider.close());

const small = { width: 256, height: 192 };
const asked: GeneratorRequest = {
  model: 'illustrator',
  prompt: 'a cat on the moon with a rocket',
  negativePrompt: '',
  size: small,
  aspectRatio: null,
  count: 1,
  seed: 7,
  steps: null,
  style: null,
  strength: null,
  background: null,
  source: null,
  mask: null,
};
const draw = async (request: Partial<GeneratorRequest>, signal = new AbortController().signal) => {
  const told: (number | null)[] = [];
  const result = await provider.generator.generate({ ...asked, ...request }, { signal, onProgress: ({ progress }) => told.push(progress) });
  return { ...result, told };
};
const difference = async (a: Buffer, b: Buffer) => {
  const [one, other] = await Promise.all([a, b].map((bytes) => sharp(bytes).raw().toBuffer()));
  return one!.reduce((sum, part, at) => sum + Math.abs(part - other![at]!), 0) / one!.length;
};

describe('the illustrator', () => {
  it('draws the same bytes of the same seed, and something else of another', async () => {
    const first = await draw({ count: 2 });
    const again = await draw({ seed: 8 });
    expect(first.images.map(({ seed }) => seed)).toEqual([7, 8]);
    expect(first.told).toEqual([0, 0.5, 1]);
    expect(again.images[0]!.bytes.equals(first.images[1]!.bytes), 'the second has the next seed').toBe(true);
    expect(await difference(first.images[0]!.bytes, first.images[1]!.bytes)).toBeGreaterThan(5);
    const { width, height, format } = await sharp(first.images[0]!.bytes).metadata();
    expect({ width, height, format }).toEqual({ ...small, format: 'jpeg' });
  });

  it('omits subjects of the negative prompt, and draws requested colors and numbers', async () => {
    const [scene, empty, bare, red] = await Promise.all([
      draw({ prompt: 'three cats in a meadow' }),
      draw({ prompt: 'three cats in a meadow', negativePrompt: 'cats' }),
      draw({ prompt: 'a meadow' }),
      draw({ prompt: 'three red cats in a meadow' }),
    ]);
    expect(empty.images[0]!.bytes.equals(bare.images[0]!.bytes)).toBe(true);
    expect(scene.images[0]!.bytes.equals(bare.images[0]!.bytes)).toBe(false);
    const redness = async (bytes: Buffer) => {
      const { channels } = await sharp(bytes).stats();
      return channels[0]!.mean - channels[1]!.mean;
    };
    expect(await redness(red.images[0]!.bytes)).toBeGreaterThan(await redness(scene.images[0]!.bytes));
  });

  it('reports words that it did not draw', async () => {
    const { warnings } = await draw({ prompt: 'A photorealistic dog at the beach with existential dread' });
    expect(warnings).toEqual([{ code: 'words_not_drawn', message: 'Clip art left out: dread.' }]);
    expect((await draw({ prompt: 'a dog at the beach' })).warnings).toEqual([]);
    expect((await draw({ prompt: 'un gato en la playa' })).warnings).toEqual([]);
  });

  it('stops running and waiting tasks on abort, and continues with the next', async () => {
    const ending = new AbortController();
    const [running, waiting] = [draw({ count: 8 }, ending.signal), draw({}, ending.signal)];
    ending.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    await expect(waiting).rejects.toThrow('cancelled');
    await expect(draw({})).resolves.toMatchObject({ warnings: [] });
  });

  it('takes any text without harm', async () => {
    for (const prompt of [
      'a flying saucer',
      '<script>&amp;"\'',
      '🐈 \u0000\u202e',
      '99 cats',
      'constructor __proto__ toString',
      'x'.repeat(1000),
    ])
      await expect(draw({ prompt })).resolves.toMatchObject({ images: [{ contentType: 'image/jpeg' }] });
  });
});
