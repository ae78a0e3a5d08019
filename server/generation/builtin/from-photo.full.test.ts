// Restyles, upscaling, cut-outs and the sensitive-image check, through the provider.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBuiltinProvider } from '#server/generation/builtin/provider.ts';
import { GeneratorError, type GeneratorRequest, type Picture } from '#server/generation/generator.ts';

const provider = openBuiltinProvider();
afterAll(() => provider.close());

const asked: GeneratorRequest = {
  model: 'restyle',
  prompt: '',
  negativePrompt: '',
  size: null,
  aspectRatio: null,
  count: 1,
  seed: null,
  steps: null,
  style: null,
  strength: null,
  background: null,
  source: null,
  mask: null,
};
const make = (
  request: Partial<GeneratorRequest>,
  { signal = new AbortController().signal, onProgress = (_progress: number | null): void => undefined } = {},
) => provider.generator.generate({ ...asked, ...request }, { signal, onProgress: ({ progress }) => onProgress(progress) });

/** Lines, rounds and a gradient: what an enlargement blurs. */
const drawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="144"><defs><linearGradient id="g"><stop offset="0" stop-color="#245"/><stop offset="1" stop-color="#eb7"/></linearGradient></defs>
  <rect width="192" height="144" fill="url(#g)"/><circle cx="60" cy="70" r="38" fill="#c33"/><circle cx="60" cy="70" r="22" fill="#fee"/><path d="M110 130L170 12M122 132L184 20M100 128L150 10" stroke="#124" stroke-width="4"/><path d="M10 20h70M10 28h60M10 36h66" stroke="#fff" stroke-width="3"/></svg>`,
);
let large: Buffer;
let source: Picture;
beforeAll(async () => {
  large = await sharp(drawing).removeAlpha().png().toBuffer();
  source = { bytes: await sharp(large).resize(96, 72, { kernel: 'cubic' }).png().toBuffer(), contentType: 'image/png' };
});

const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
const meanSquare = async (a: Buffer, b: Buffer) => {
  const [one, other] = [await pixelsOf(a), await pixelsOf(b)];
  return one.reduce((sum, part, at) => sum + (part - other[at]!) ** 2, 0) / one.length;
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof GeneratorError ? error.code : error),
  );

describe('a restyle', () => {
  const { styles } = provider.models.find(({ model }) => model === 'restyle')!.capabilities;
  it('has several styles', () => expect(styles.length).toBeGreaterThanOrEqual(8));

  it.each(styles)('as $id changes the picture and preserves its size', async ({ id }) => {
    const [result] = (await make({ style: id, seed: 3, source })).images;
    const { width, height } = await sharp(result!.bytes).metadata();
    expect({ width, height }).toEqual({ width: 96, height: 72 });
    expect(await meanSquare(result!.bytes, source.bytes)).toBeGreaterThan(60);
  });

  it.each(['neon', 'oil', 'vintage'])(
    'as %s has the size of a photo of 12 megapixels',
    async (style) => {
      const photo = await sharp(large).resize(4096, 3072, { fit: 'fill' }).jpeg().toBuffer();
      const { images, warnings } = await make({ style, seed: 3, source: { bytes: photo, contentType: 'image/jpeg' } });
      const { width, height } = await sharp(images[0]!.bytes).metadata();
      expect({ width, height, warnings }).toEqual({ width: 4096, height: 3072, warnings: [] });
    },
    60_000,
  );

  it('follows from its seed', async () => {
    const [first, again, other] = await Promise.all(
      [3, 3, 4].map(async (seed) => (await make({ style: 'duotone', seed, source })).images[0]!.bytes),
    );
    expect(again!.equals(first!)).toBe(true);
    expect(other!.equals(first!)).toBe(false);
  });

  it('depends on its strength', async () => {
    const [none, half, whole] = await Promise.all(
      [0, 0.5, 1].map(async (strength) =>
        meanSquare((await make({ style: 'cyanotype', strength, seed: 1, source })).images[0]!.bytes, source.bytes),
      ),
    );
    expect(none).toBeLessThan(12);
    expect(half).toBeGreaterThan(none! * 4);
    expect(whole).toBeGreaterThan(half! * 2);
  });

  it('refuses unreadable files and unknown styles', async () => {
    const torn = { ...source, bytes: source.bytes.subarray(0, source.bytes.length / 2) };
    expect(await refusal(make({ style: 'oil', source: torn }))).toBe('invalid_request');
    expect(await refusal(make({ style: 'oil', source: null }))).toBe('invalid_request');
    expect(await refusal(make({ style: 'fresco', source }))).toBe('unsupported');
    expect(await refusal(make({ model: 'gone' }))).toBe('not_configured');
  });
});

describe('the neural models', () => {
  it('double a picture, closer to the large original than plain resizing, with progress', async () => {
    const told: (number | null)[] = [];
    const [result] = (await make({ model: 'upscale-2x', source }, { onProgress: (progress) => void told.push(progress) })).images;
    const plain = await sharp(source.bytes).resize(192, 144, { kernel: 'cubic' }).png().toBuffer();
    expect(await sharp(result!.bytes).metadata()).toMatchObject({ width: 192, height: 144 });
    expect(await meanSquare(result!.bytes, large)).toBeLessThan(await meanSquare(plain, large));
    expect(told.at(-1)).toBe(1);
  }, 30_000);

  it('are ended between the parts of a picture, and go on with the next one', async () => {
    const wide = { ...source, bytes: await sharp(large).resize(960, 720).png().toBuffer() };
    const ending = new AbortController();
    const work = make(
      { model: 'upscale-2x', source: wide },
      { signal: ending.signal, onProgress: (progress) => void (progress && ending.abort(new Error('cancelled'))) },
    );
    await expect(work).rejects.toThrow('cancelled');
    expect(await provider.sensitive.judge(source)).toBeLessThan(0.5);
  }, 30_000);

  it('refuse a picture that is too large or without people', async () => {
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#7a8' } })
        .png()
        .toBuffer();
    expect(await refusal(make({ model: 'upscale-2x', source: { ...source, bytes: await blank(4100, 3100) } }))).toBe('invalid_request');
    expect(await refusal(make({ model: 'cut-out', source: { ...source, bytes: await blank(1300, 1200) } }))).toBe('empty_result');
  }, 30_000);
});
