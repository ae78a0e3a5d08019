// Several results of one request differ in what is where, not only in their colors.
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { illustrate } from '#server/generation/builtin/illustrator/illustrate.ts';
import { isFullTier } from '#tests/support/tier.ts';

const prompts = [
  'A guitar',
  'A cat on the moon with a rocket',
  'Three balloons over the sea',
  'a dog at the beach',
  'two people dancing at a wedding',
  'a birthday cake at a party',
  'a concert',
  'a car in the city',
  'a snowman and pine trees in the snow',
  'a flamingo in a forest',
];
const seeds = [40, 41, 42, 43];
const side = 24;

const shapes = new Map<string, Promise<number[]>>();

function shapeOf(prompt: string, seed: number): Promise<number[]> {
  const key = `${seed} ${prompt}`;
  const shape = shapes.get(key) ?? drawShape(prompt, seed);
  shapes.set(key, shape);
  return shape;
}

/** Gray at low resolution, of mean 0 and length 1: neither brightness nor contrast counts. */
async function drawShape(prompt: string, seed: number): Promise<number[]> {
  const { bytes } = await illustrate({ prompt, negativePrompt: '', size: { width: 256, height: 256 }, seed });
  const pixels = [...(await sharp(bytes).grayscale().resize(side, side, { fit: 'fill' }).raw().toBuffer())];
  const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  const centered = pixels.map((value) => value - mean);
  const length = Math.hypot(...centered);
  return centered.map((value) => value / length);
}

/** 0: the same picture in other colors; 1: nothing in common. */
const distance = (a: number[], b: number[]) => 1 - a.reduce((sum, value, at) => sum + value * b[at]!, 0);

const pairs = seeds.flatMap((_, a) => seeds.slice(a + 1).map((__, b) => [a, a + 1 + b] as const));

it('the same prompt and seed draw the same bytes', async () => {
  const draw = () => illustrate({ prompt: prompts[1]!, negativePrompt: '', size: { width: 256, height: 192 }, seed: 41 });
  expect((await draw()).bytes.equals((await draw()).bytes)).toBe(true);
});

it('the four results of a request have different compositions', async () => {
  const means: number[] = [];
  for (const prompt of prompts) {
    const drawn = await Promise.all(seeds.map((seed) => shapeOf(prompt, seed)));
    const distances = pairs.map(([a, b]) => distance(drawn[a]!, drawn[b]!));
    means.push(distances.reduce((sum, value) => sum + value, 0) / distances.length);
  }
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  expect(mean).toBeGreaterThan(0.68);
  expect(Math.min(...means)).toBeGreaterThan(0.33);
});

it('so are those with something in the sky, and those of an occasion without people', async () => {
  for (const prompt of [
    'a wedding with fireworks and flowers',
    'fireworks over the hills',
    'a wedding under the stars',
    'a rainbow over the hills',
  ]) {
    const drawn = await Promise.all(seeds.map((seed) => shapeOf(prompt, seed)));
    const distances = pairs.map(([a, b]) => distance(drawn[a]!, drawn[b]!));
    expect(distances.reduce((sum, value) => sum + value, 0) / distances.length, prompt).toBeGreaterThan(0.42);
  }
});

it('a variation has another composition', async () => {
  const means: number[] = [];
  for (const [index, prompt] of [...prompts, 'a wedding with fireworks and flowers'].entries()) {
    const distances = await Promise.all(
      seeds.flatMap((seed, at) =>
        // In the core tests one of each seed, and all of each prompt.
        (isFullTier ? [1, 2, 3, 4] : [1 + ((at + index) % 4)]).map(async (variation) =>
          distance(await shapeOf(prompt, seed), await shapeOf(prompt, seed + variation * 2 ** 27)),
        ),
      ),
    );
    means.push(distances.reduce((sum, value) => sum + value, 0) / distances.length);
  }
  expect(means.reduce((sum, value) => sum + value, 0) / means.length).toBeGreaterThan(0.4);
});

it('fireworks that are named are in view at every seed', async () => {
  for (let seed = 40; seed < 52; seed++) {
    const size = { width: 256, height: 256 };
    const [named, plain] = await Promise.all(
      ['fireworks over the hills at night', 'the hills at night'].map(async (prompt) => {
        const { bytes } = await illustrate({ prompt, negativePrompt: '', size, seed });
        const pixels = await sharp(bytes).extract({ left: 0, top: 0, width: 256, height: 128 }).raw().toBuffer();
        return pixels.filter((value) => value > 150).length / pixels.length;
      }),
    );
    expect(named! - plain!, `seed ${seed}`).toBeGreaterThan(0.01);
  }
});

it('a large first thing hides none of the others', async () => {
  const pink = async (prompt: string, seed: number) => {
    const { bytes } = await illustrate({ prompt, negativePrompt: '', size: { width: 256, height: 256 }, seed });
    const pixels = await sharp(bytes).raw().toBuffer();
    let count = 0;
    for (let at = 0; at < pixels.length; at += 3) if (pixels[at]! > 130 && pixels[at + 1]! < 40 && pixels[at + 2]! > 90) count++;
    return count;
  };
  // Only the fins of a dragon are pink.
  for (const seed of [7919, 15_838, 23_757, 31_676, 39_595, 47_514, 55_433, 63_352]) {
    const [one, two] = await Promise.all([pink('a dragon on a hill', seed), pink('a castle on a hill with two dragons', seed)]);
    expect(two / one, `seed ${seed}`).toBeGreaterThan(0.3);
  }
});
