// Local models in a real child process: the tiny model against the reference, cancellation, crashes, memory, damaged files and bad input.
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { residentBytes, startChild } from '#server/child.ts';
import type { TaskProcessLimits } from '#server/generation/builtin/task-process.ts';
import type { GeneratorContext, GeneratorProgress, GeneratorRequest, MadeImage, Picture } from '#server/generation/generator.ts';
import type { LocalModelManifest, Machine } from '#server/generation/local/manifest.ts';
import { type LocalProvider, openLocalProvider } from '#server/generation/local/provider.ts';
import { readModelFolders } from '#tests/support/model-folders.ts';
import { isFullTier } from '#tests/support/tier.ts';
import {
  pipelineOf,
  readReference,
  replaceModelFile,
  type TinyModelOptions,
  writeManifest,
  writeTinyModel,
} from '#tests/support/tiny-onnx-model.ts';

const machine: Machine = { threads: 2, memoryBytes: 32e9 };
let dataDir: string;
let provider: LocalProvider;
let children: ChildProcess[];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ais-local-'));
  await write();
  open();
});
afterAll(async () => {
  provider.close();
  await rm(dataDir, { recursive: true, force: true });
});

const folderOf = (name: string) => path.join(dataDir, 'models', name);
const write = (options: TinyModelOptions = {}) => writeTinyModel(folderOf(options.name ?? 'tiny'), options);

/** A new provider without a process. */
function open(limits: Partial<TaskProcessLimits> = {}, on: Machine = machine): void {
  provider?.close();
  children = [];
  const start = () => {
    const child = startChild('builtin-child', 'server/generation/builtin/builtin-child.ts', ['ignore', 'ignore', 'pipe', 'ipc']);
    children.push(child);
    return child;
  };
  provider = openLocalProvider({ installedModels: () => readModelFolders(dataDir), start, machine: on, limits });
}

const request = (some: Partial<GeneratorRequest> = {}): GeneratorRequest => ({
  model: 'tiny',
  prompt: 'The cat and the red dog',
  negativePrompt: '',
  size: { width: 64, height: 64 },
  aspectRatio: null,
  count: 1,
  seed: 7,
  steps: null,
  style: null,
  strength: null,
  background: null,
  source: null,
  mask: null,
  ...some,
});

const make = (some: Partial<GeneratorRequest> = {}, context: Partial<GeneratorContext> = {}) =>
  provider.generator.generate(request(some), { signal: new AbortController().signal, onProgress: () => undefined, ...context });

async function makeOne(some: Partial<GeneratorRequest> = {}): Promise<MadeImage> {
  const [image] = (await make(some)).images;
  if (!image) throw new Error('there is no image');
  return image;
}

async function pixelsOf({ bytes }: Picture) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const hashOf = ({ bytes }: Picture) => createHash('sha256').update(bytes).digest('hex');

/** The source of the reference: a gradient in each color. */
async function gradient(width = 64, height = 64): Promise<Picture> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set([(x * 3) % 256, (y * 3) % 256, (x + y) % 256], (y * width + x) * 3);
  return png(pixels, width, height, 3);
}

async function maskOf([left, top, right, bottom]: readonly [number, number, number, number], width = 64, height = 64): Promise<Picture> {
  const pixels = Buffer.alloc(width * height);
  for (let y = top; y < bottom; y++) pixels.fill(255, y * width + left, y * width + right);
  return png(pixels, width, height, 1);
}

const png = async (pixels: Buffer, width: number, height: number, channels: 1 | 3): Promise<Picture> => ({
  bytes: await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer(),
  contentType: 'image/png',
});

describe('an image', () => {
  const { images } = readReference();

  // Kernels of other processors sum in another order, and rounding moves a value by one.
  it.each(images)('is the reference’s: $name', async ({ case: of, pixels, mean }) => {
    await write({ name: 'reference', pipeline: pipelineOf(of) });
    const image = await makeOne({
      model: 'reference',
      prompt: of.prompt,
      negativePrompt: of.negative ?? '',
      size: { width: of.width, height: of.height },
      seed: of.seed,
      steps: of.steps,
      source: of.source ? await gradient(of.width, of.height) : null,
      mask: of.mask ? await maskOf(of.mask) : null,
      strength: of.strength ?? null,
    });
    const made = await pixelsOf(image);
    expect([made.width, made.height, image.seed]).toEqual([of.width, of.height, of.seed]);
    const sampled = pixels.map((_, at) => made.data[at * 59] ?? -1);
    expect(Math.max(...sampled.map((value, at) => Math.abs(value - (pixels[at] ?? 0))))).toBeLessThanOrEqual(1);
    expect(made.data.reduce((sum, value) => sum + value, 0) / made.data.length).toBeCloseTo(mean, 1);
  });

  it('is nearly the same with half precision', async () => {
    await write({ name: 'half', type: 'float16' });
    const [half, full] = [await pixelsOf(await makeOne({ model: 'half' })), await pixelsOf(await makeOne())];
    const difference = half.data.reduce((sum, value, at) => sum + Math.abs(value - (full.data[at] ?? 0)), 0) / half.data.length;
    expect(difference).toBeLessThan(3);
    expect(difference).toBeGreaterThan(0);
  });

  it('is the same in every process, and differs by seed', async () => {
    const first = await make({ count: 2, steps: 3 });
    expect(first.images.map(({ seed }) => seed)).toEqual([7, 8]);
    open();
    const second = await make({ count: 2, steps: 3 });
    expect(second.images.map(hashOf)).toEqual(first.images.map(hashOf));
    expect(new Set(first.images.map(hashOf)).size).toBe(2);
    // What the second image is doesn't depend on the first one.
    expect(hashOf(await makeOne({ seed: 8, steps: 3 }))).toBe(
      hashOf(first.images[1] ?? { bytes: Buffer.alloc(0), contentType: 'image/png' }),
    );
  });

  it('is the same with one network in memory at a time', async () => {
    const together = hashOf(await makeOne());
    open({}, { threads: 2, memoryBytes: 2.2e9 });
    await writeManifest(folderOf('tiny'), { ...(await write()), residentMemoryBytes: 3e9 });
    expect(hashOf(await makeOne())).toBe(together);
    await write();
    open();
  });

  it('reports its progress by steps', async () => {
    const told: GeneratorProgress[] = [];
    await make({ steps: 2, count: 2 }, { onProgress: (progress) => told.push(progress) });
    expect(told.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['Image 1 of 2: Loading the model', 'Image 1 of 2: Step 1 of 2', 'Image 2 of 2: Step 2 of 2']),
    );
    const shares = told.map(({ progress }) => progress ?? 0);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });
});

describe('a source', () => {
  it('keeps its shape, and its pixels outside the mask', async () => {
    const source = await gradient(300, 200);
    const restyled = await pixelsOf(await makeOne({ source, strength: 0.5 }));
    expect(restyled.width / restyled.height).toBeCloseTo(1.5, 1);

    const [made, given] = [
      await pixelsOf(await makeOne({ source, mask: await maskOf([100, 50, 200, 150], 300, 200) })),
      await pixelsOf(source),
    ];
    expect([made.width, made.height]).toEqual([300, 200]);
    const at = (x: number, y: number, of: Buffer) => [...of.subarray((y * 300 + x) * 3, (y * 300 + x) * 3 + 3)];
    for (const [x, y] of [
      [0, 0],
      [99, 50],
      [200, 149],
      [299, 199],
      [150, 150],
    ] as const)
      expect(at(x, y, made.data)).toEqual(at(x, y, given.data));
    expect(at(150, 100, made.data)).not.toEqual(at(150, 100, given.data));
  });

  it('may have a mask of another size, and transparency', async () => {
    const source = await gradient(64, 64);
    const { data } = await pixelsOf(await makeOne({ source, mask: await maskOf([0, 0, 4, 8], 8, 8) }));
    const given = await pixelsOf(source);
    expect(data.subarray(60 * 3, 64 * 3)).toEqual(given.data.subarray(60 * 3, 64 * 3));
    const transparent = await sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    await expect(makeOne({ source: { bytes: transparent, contentType: 'image/png' } })).resolves.toMatchObject({
      contentType: 'image/png',
    });
  });

  it('changes more with more strength', async () => {
    const source = await gradient();
    const hashes = await Promise.all([0, 0.3, 1].map(async (strength) => hashOf(await makeOne({ source, strength }))));
    expect(new Set(hashes).size).toBe(3);
    // Of strength 0, the seed has no effect.
    expect(hashOf(await makeOne({ source, strength: 0, seed: 99 }))).toBe(hashes[0]);
  });
});

describe.runIf(isFullTier)('a running image', { timeout: 120_000 }, () => {
  it('ends between steps when it is cancelled, and its process goes on', async () => {
    await write({ name: 'slow', extraWork: 20 });
    await make();
    const known = children.length;
    const ending = new AbortController();
    const steps: string[] = [];
    const onProgress = ({ message = '' }: GeneratorProgress) => {
      steps.push(message);
      if (message.startsWith('Step 2')) ending.abort(new Error('cancelled'));
    };
    await expect(make({ model: 'slow', steps: 20 }, { signal: ending.signal, onProgress })).rejects.toThrow('cancelled');
    const { images } = await make({ model: 'slow', steps: 1 });
    expect(images).toHaveLength(1);
    expect(children).toHaveLength(known);
    expect(steps).not.toContain('Step 20 of 20');
  });

  it('is killed if it doesn’t end by itself', async () => {
    open({ cancelGraceMs: 0 });
    const ending = new AbortController();
    const onProgress = ({ message = '' }: GeneratorProgress) => void (message.startsWith('Step 1') && ending.abort(new Error('cancelled')));
    await expect(make({ model: 'slow', steps: 20 }, { signal: ending.signal, onProgress })).rejects.toThrow('cancelled');
    await make({ steps: 1 });
    expect(children).toHaveLength(2);
    open();
  });

  it('can be made again after its process was killed in a step, and is the same', async () => {
    const whole = hashOf(await makeOne({ model: 'slow', steps: 3 }));
    const onProgress = ({ message = '' }: GeneratorProgress) => void (message.startsWith('Step 2') && children.at(-1)?.kill('SIGKILL'));
    await expect(make({ model: 'slow', steps: 3 }, { onProgress })).rejects.toMatchObject({ code: 'provider_error', retryable: true });
    expect(hashOf(await makeOne({ model: 'slow', steps: 3 }))).toBe(whole);
  });

  it('is ended when it needs more memory than its model may use', async () => {
    const memoryBytes = 500e6;
    await write({ name: 'large', memoryBytes, allocatedMegabytes: 3000 });
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, residentBytes(children.at(-1)?.pid))), 5);
    await expect(make({ model: 'large', steps: 20 })).rejects.toMatchObject({
      code: 'provider_error',
      retryable: false,
      message: expect.stringContaining('needed more memory') as string,
    });
    clearInterval(watch);
    // Far below what it would have needed.
    expect(most).toBeLessThan(1.5e9);
    // The next one gets a new process.
    await make();
    expect(residentBytes(children.at(-1)?.pid)).toBeLessThan(memoryBytes);
  });

  it('has one network in memory at a time where memory is short', async () => {
    const weightMegabytes = 60;
    const manifest = await write({ name: 'heavy', weightMegabytes });
    await writeManifest(folderOf('heavy'), { ...manifest, residentMemoryBytes: 3e9 });
    const memoryAfter = async (memoryBytes: number) => {
      open({}, { threads: 2, memoryBytes });
      await make({ model: 'heavy' });
      return residentBytes(children[0]?.pid);
    };
    const [together, single] = [await memoryAfter(32e9), await memoryAfter(2.2e9)];
    // Text encoder, UNet and VAE decoder against the VAE decoder alone.
    expect(together - single).toBeGreaterThan(1.5 * weightMegabytes * 1e6);
    open();
  });

  it('unloads an idle model', async () => {
    open({ idleMs: 1 });
    await make();
    await expect.poll(() => children[0]?.signalCode).toBe('SIGKILL');
    open();
  });
});

describe('a model', () => {
  it('is in the catalog while it is installed', async () => {
    expect((await provider.currentModels?.())?.map(({ id }) => id)).toContain('local:tiny');
    await write({ name: 'leaving' });
    expect((await provider.currentModels?.())?.find(({ id }) => id === 'local:leaving')).toMatchObject({
      licence: 'MIT',
      isAi: true,
      digitalSourceType: 'trainedAlgorithmicMedia',
      capabilities: { source: 'optional', mask: true, strength: true, negative_prompt: false, steps: { min: 1, max: 20, default: 2 } },
    });
    await rm(folderOf('leaving'), { recursive: true });
    expect((await provider.currentModels?.())?.map(({ id }) => id)).not.toContain('local:leaving');
    await expect(make({ model: 'leaving' })).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('removed') as string,
    });
  });

  it('declares what its pipeline can do', async () => {
    const { pipeline } = await write({ name: 'guided', pipeline: { guidance: { kind: 'classifier-free', scale: 7 }, vaeEncoder: null } });
    expect(pipeline.vaeEncoder).toBeNull();
    const model = (await provider.currentModels?.())?.find(({ id }) => id === 'local:guided');
    expect(model?.capabilities).toMatchObject({ negative_prompt: true, source: 'none', mask: false, strength: false });
    await expect(make({ model: 'guided', source: await gradient() })).rejects.toMatchObject({ code: 'unsupported' });
    const [plain, without] = [await makeOne({ model: 'guided' }), await makeOne({ model: 'guided', negativePrompt: 'dog' })];
    expect(hashOf(plain)).not.toBe(hashOf(without));
  });

  it('that doesn’t fit into the memory is refused before it is loaded', async () => {
    open({}, { threads: 2, memoryBytes: 2e9 });
    await expect(make()).rejects.toMatchObject({
      code: 'unsupported',
      message: 'This model needs 2.1 GB of memory, and this machine has 2.0 GB.',
    });
    expect(children).toHaveLength(0);
    open();
  });

  const damages: [string, (folder: string, manifest: LocalModelManifest) => Promise<unknown>][] = [
    ['a missing file', (folder) => rm(path.join(folder, 'unet/model.onnx'))],
    ['a cut file', (folder) => truncate(path.join(folder, 'unet/model.onnx'), 100)],
    ['a file of something else', (folder, manifest) => replaceModelFile(folder, manifest, 'unet/model.onnx', Buffer.from('<html></html>'))],
    ['a file of zeros', (folder, manifest) => replaceModelFile(folder, manifest, 'vae_decoder/model.onnx', Buffer.alloc(1000))],
    ['a vocabulary that is no JSON', (folder, manifest) => replaceModelFile(folder, manifest, 'tokenizer/vocab.json', Buffer.from('{'))],
    ['a vocabulary without tokens', (folder, manifest) => replaceModelFile(folder, manifest, 'tokenizer/vocab.json', Buffer.from('{}'))],
    [
      'another network',
      async (folder, manifest) => {
        const files = manifest.files.map((file) =>
          file.path === 'unet/model.onnx'
            ? { ...file, bytes: manifest.files.find(({ path: of }) => of === 'vae_decoder/model.onnx')?.bytes ?? 0 }
            : file,
        );
        await copyFile(path.join(folder, 'vae_decoder/model.onnx'), path.join(folder, 'unet/model.onnx'));
        await writeManifest(folder, { ...manifest, files });
      },
    ],
    [
      'a manifest with another type',
      (folder, manifest) =>
        writeManifest(folder, { ...manifest, pipeline: { ...manifest.pipeline, unet: { ...manifest.pipeline.unet, type: 'float16' } } }),
    ],
    [
      'a manifest with another output',
      (folder, manifest) =>
        writeManifest(folder, {
          ...manifest,
          pipeline: { ...manifest.pipeline, textEncoder: { ...manifest.pipeline.textEncoder, output: 'pooled' } },
        }),
    ],
    [
      'a manifest with other latents',
      (folder, manifest) => writeManifest(folder, { ...manifest, pipeline: { ...manifest.pipeline, latentChannels: 16 } }),
    ],
  ];
  it.each(damages)('with %s fails at once with a sentence for people', async (_what, damage) => {
    const manifest = await write({ name: 'damaged' });
    await damage(folderOf('damaged'), manifest);
    await expect(make({ model: 'damaged' })).rejects.toMatchObject({
      name: 'GeneratorError',
      code: 'model_unavailable',
      retryable: false,
      message: expect.stringMatching(
        /^(A file of this model is missing or damaged|The files of this model don’t belong together)\./,
      ) as string,
    });
    // The process is as good as new.
    await make();
    expect(children).toHaveLength(1);
    await rm(folderOf('damaged'), { recursive: true });
  });

  it('that needs more memory than there is isn’t called damaged', async () => {
    await write({ name: 'absurd', allocatedMegabytes: 1e9 });
    await expect(make({ model: 'absurd' })).rejects.toMatchObject({
      code: 'provider_error',
      retryable: false,
      message: 'There wasn’t enough memory for this image. Try a smaller size.',
    });
    await make();
    expect(children).toHaveLength(1);
  });

  it('whose numbers overflow gives an error instead of a black image', async () => {
    await write({ name: 'broken', isBroken: true });
    await expect(make({ model: 'broken' })).rejects.toMatchObject({
      code: 'provider_error',
      retryable: false,
      message: expect.stringContaining('calculation failed') as string,
    });
  });
});

describe('input', () => {
  it.each([
    ['no words', ' '],
    ['an emoji', '🎈'],
    ['emoji of several parts', '👩‍👩‍👧‍👦 🏳️‍🌈'],
    ['another script', 'قطة على القمر'],
    ['no spaces', '月の上の猫'],
    ['one long word', 'a'.repeat(1000)],
    ['signs', '!?;:"\'()[]{}<>|\\/@#$%^&*~`'],
    ['special tokens', '<|startoftext|><|endoftext|>'],
    ['combining marks', 'e\u0301\u0301\u0301\u0301'],
    ['control characters', 'a\tb\nc'],
    ['a lone surrogate', 'a \ud800 b'],
    ['markup', '<script>alert(1)</script>'],
    ['half of a JSON text', '{"prompt": "'],
    ['weights of other programs', '(cat:1.5), [dog] <lora:x:1>'],
    ['right to left marks', '\u202ecat\u202c'],
    ['zero width characters', 'c\u200bat'],
    ['numbers', '1234567890'],
    ['capitals with several lowercase forms', 'ΣΊΣΥΦΟΣ İ'],
  ])('of %s gives an image or a refusal', async (what, prompt) => {
    if (what === 'no words') await expect(make({ prompt })).rejects.toMatchObject({ code: 'unsupported' });
    else expect((await make({ prompt })).images).toHaveLength(1);
  });

  it('beyond 75 tokens is reported', async () => {
    expect((await make({ prompt: 'the '.repeat(75) })).warnings).toEqual([]);
    expect((await make({ prompt: 'the '.repeat(76) })).warnings).toEqual([
      { code: 'prompt_truncated', message: expect.stringContaining('The end of the description was not used') as string },
    ]);
  });

  it.each<[string, Partial<GeneratorRequest>]>([
    ['too long a prompt', { prompt: 'a'.repeat(1001) }],
    ['a size that is no multiple of 8', { size: { width: 63, height: 65 } }],
    ['another size', { size: { width: 4096, height: 4096 } }],
    ['an aspect ratio', { size: null, aspectRatio: '1:1' }],
    ['too many images', { count: 5 }],
    ['too many steps', { steps: 21 }],
    ['no steps', { steps: 0 }],
    ['a style', { style: 'oil' }],
    ['a background', { background: '#ffffff' }],
    ['a negative prompt', { negativePrompt: 'dogs' }],
    ['a mask without a source', { mask: { bytes: Buffer.alloc(1), contentType: 'image/png' } }],
  ])('with %s is refused', async (_what, some) => {
    await expect(make(some)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('no image')],
    ['half of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('with a source of %s fails with a sentence', async (_what, bytes) => {
    await expect(make({ source: { bytes, contentType: 'image/png' } })).rejects.toMatchObject({
      code: 'invalid_request',
      retryable: false,
    });
  });

  it('of seeds runs over to the first', async () => {
    expect((await make({ seed: 2 ** 32 - 1, count: 2 })).images.map(({ seed }) => seed)).toEqual([2 ** 32 - 1, 0]);
  });
});
