// Tokenizer, noise and schedulers against values that tests/support/local-model-reference.py calculated with other code.
import { describe, expect, it } from 'vitest';
import { fromFloat16, toFloat16 } from '#server/generation/local/pipeline/float16.ts';
import { composite, preservedSize, toLatentMask, workingSizes } from '#server/generation/local/pipeline/images.ts';
import { gaussianNoise, philox } from '#server/generation/local/pipeline/noise.ts';
import { createSchedule } from '#server/generation/local/pipeline/schedulers.ts';
import { createTokenizer } from '#server/generation/local/pipeline/tokenizer.ts';
import { readReference, tinyMerges, tinyVocabulary } from '#tests/support/tiny-onnx-model.ts';

const reference = readReference();
const vocab = new Map(tinyVocabulary().map((token, id) => [token, id]));
const merges = `#version: 0.2\n${tinyMerges.join('\n')}\n`;
const tokenizer = createTokenizer({ vocab, merges }, { maxLength: 77, padToken: '!' });

describe('the tokenizer', () => {
  it.each(reference.tokens)('encodes $text', ({ text, ids, isTruncated }) => {
    expect(tokenizer.encode(text)).toEqual({ ids, isTruncated });
  });

  it('pads with the token of the model, and refuses a vocabulary that lacks it', () => {
    const padded = createTokenizer({ vocab, merges }, { maxLength: 8, padToken: '<|endoftext|>' }).encode('the cat').ids;
    expect(padded.map((id) => tinyVocabulary()[id])).toEqual([
      '<|startoftext|>',
      'the</w>',
      'cat</w>',
      ...Array.from({ length: 5 }, () => '<|endoftext|>'),
    ]);
    expect(() => createTokenizer({ vocab, merges }, { maxLength: 8, padToken: '<pad>' })).toThrow('the vocabulary has no <pad>');
  });
});

describe('the noise', () => {
  // The vectors that its authors publish (kat_vectors of Random123).
  it.each([
    [
      [0, 0, 0, 0],
      [0, 0],
      [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
    ],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
    ],
  ] as [[number, number, number, number], [number, number], number[]][])('is of Philox 4×32', (counter, key, words) => {
    expect(philox(counter, key)).toEqual(words);
  });

  it.each(reference.noise)('is the reference’s for seed $seed and stream $stream', ({ seed, stream, length, values }) => {
    expect([...gaussianNoise(seed, stream, length)]).toEqual(values);
  });

  it('is Gaussian', () => {
    const noise = gaussianNoise(42, 0, 40_000);
    const mean = noise.reduce((sum, value) => sum + value, 0) / noise.length;
    const variance = noise.reduce((sum, value) => sum + (value - mean) ** 2, 0) / noise.length;
    expect(Math.abs(mean)).toBeLessThan(0.02);
    expect(Math.abs(variance - 1)).toBeLessThan(0.03);
  });
});

describe('the schedulers', () => {
  const settings = { trainingSteps: 1000, betaStart: 0.00085, betaEnd: 0.012, betaSchedule: 'scaled_linear' } as const;

  it.each(reference.schedules)('$kind with $spacing spacing, $steps steps and strength $strength', (wanted) => {
    const { kind, spacing, stepsOffset, steps, strength, timesteps, levels } = wanted;
    const scheduler = { ...settings, kind, spacing, stepsOffset, originalSteps: kind === 'lcm' ? 50 : null };
    const schedule = createSchedule({ scheduler, predictionType: 'epsilon' }, steps, strength);
    expect(schedule.timesteps).toEqual(timesteps);
    const [zero, one] = [new Float32Array(1), Float32Array.of(1)];
    levels.forEach((level, step) => expect(schedule.addNoise(zero, one, step)[0]).toBe(Math.fround(level)));
  });
});

describe('half precision', () => {
  it('rounds to the nearest, with subnormal numbers, infinity and what isn’t a number', () => {
    const cases: [number, number][] = [
      [0, 0x0000],
      [-0, 0x8000],
      [1, 0x3c00],
      [-2, 0xc000],
      [65_504, 0x7bff],
      [65_519, 0x7bff],
      [65_520, 0x7c00],
      [-1e6, 0xfc00],
      [Infinity, 0x7c00],
      [NaN, 0x7e00],
      [2 ** -14, 0x0400],
      [2 ** -24, 0x0001],
      [2 ** -25, 0x0000],
      [2 ** -25 * 1.5, 0x0001],
      [2 ** -26, 0x0000],
      [0.1, 0x2e66],
      [1 + 2 ** -11, 0x3c00],
      [1 + 3 * 2 ** -11, 0x3c02],
    ];
    expect([...toFloat16(Float32Array.from(cases, ([value]) => value))]).toEqual(cases.map(([, half]) => half));
  });

  it('survives a round trip for every value', () => {
    const all = Uint16Array.from({ length: 0x10000 }, (_, half) => half).filter((half) => (half & 0x7fff) <= 0x7c00);
    expect(toFloat16(fromFloat16(all))).toEqual(all);
  });
});

describe('sizes and masks', () => {
  it.each([
    [
      { width: 4000, height: 3000 },
      { width: 576, height: 448 },
      { width: 591, height: 443 },
    ],
    [
      { width: 512, height: 512 },
      { width: 512, height: 512 },
      { width: 512, height: 512 },
    ],
    [
      { width: 1, height: 1 },
      { width: 512, height: 512 },
      { width: 512, height: 512 },
    ],
  ])('of a source of $width × $height are multiples of 64 in its shape', (source, latent, result) => {
    expect(workingSizes(source, { width: 512, height: 512 }, 8)).toEqual({ latent, result });
  });

  it('stay within the number of pixels for any shape', () => {
    for (const width of [1, 17, 300, 5000, 90_000])
      for (const height of [1, 64, 4000]) {
        const { latent } = workingSizes({ width, height }, { width: 512, height: 512 }, 8);
        expect(latent.width * latent.height).toBeLessThanOrEqual(512 * 512 * 1.1);
        expect([latent.width % 64, latent.height % 64]).toEqual([0, 0]);
      }
    expect(preservedSize({ width: 4096, height: 1 })).toEqual({ width: 2048, height: 1 });
  });

  it('a latent may change if any of its pixels may', () => {
    const mask = Buffer.alloc(16 * 8);
    mask[9] = 1;
    expect([...toLatentMask(mask, { width: 16, height: 8 }, 8)]).toEqual([0, 1]);
  });

  it('a composite is the source outside the mask', () => {
    expect([...composite(Buffer.from([10, 20, 30, 40, 50, 60]), Buffer.alloc(6, 200), Buffer.from([0, 255]))]).toEqual([
      10, 20, 30, 200, 200, 200,
    ]);
  });
});
