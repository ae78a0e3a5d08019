// Generations of an installed model, from the request to the stored image: catalog, provenance, cancellation, recovery and refunds.
import { createHash } from 'node:crypto';
import { readFile, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { startChild } from '#server/child.ts';
import type { GeneratorContext } from '#server/generation/generator.ts';
import { MANIFEST_FILE } from '#server/generation/local/manifest.ts';
import { type LocalProvider, openLocalProvider } from '#server/generation/local/provider.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { readModelFolders } from '#tests/support/model-folders.ts';
import { outcome } from '#tests/support/operations.ts';
import { picture } from '#tests/support/pictures.ts';
import { isFullTier } from '#tests/support/tier.ts';
import { writeTinyModel } from '#tests/support/tiny-onnx-model.ts';

let deps: TestDeps;
let generator: TestGenerator;
let local: LocalProvider;
let ana: Viewer;
/** Called at each step of a running image. */
let atStep: (step: number) => void = () => undefined;
/** The child process that was started last. */
let child: ReturnType<typeof startChild> | undefined;

beforeAll(async () => {
  deps = await openTestDeps({ GENERATIONS_PER_PERSON: '100' });
  local = openLocalProvider({
    installedModels: () => readModelFolders(deps.config.dataDir),
    machine: { threads: 2, memoryBytes: 32e9 },
    start: () => (child = startChild('builtin-child', 'server/generation/builtin/builtin-child.ts', ['ignore', 'ignore', 'pipe', 'ipc'])),
  });
  const { generate } = local.generator;
  const watched = {
    generate: (...[request, context]: Parameters<typeof generate>) => {
      const onProgress: GeneratorContext['onProgress'] = (progress) => {
        context.onProgress(progress);
        const [, step] = /Step (\d+)/.exec(progress.message ?? '') ?? [];
        if (step !== undefined) atStep(Number(step));
      };
      return generate(request, { ...context, onProgress });
    },
  };
  generator = await openGenerator(deps, undefined, undefined, { others: [{ ...local, generator: watched }] });
  await install('tiny', 0);
}, 120_000);
afterAll(async () => {
  local?.close();
  await deps?.dispose();
}, 60_000);
beforeEach(async () => {
  atStep = () => undefined;
  ana = viewer(await createUser(deps));
});

const folderOf = (name: string) => path.join(deps.config.dataDir, 'models', name);
const install = (name: string, extraWork: number) => writeTinyModel(folderOf(name), { name, extraWork });
const create = (asked: Partial<components['schemas']['CreateGenerationRequest']> = {}) =>
  generator.create(ana, { model: 'local:tiny', prompt: 'The cat and the red dog', seed: 7, ...asked });
const read = (id: string) => generator.ask('getGeneration', ana, { generationId: id });
const credits = () => generator.ask('getCredits', ana);

async function originalOf(id: string): Promise<Buffer> {
  const stored = await deps.storage.get(storageKeys.generated(id, 0, 'original'));
  if (!stored) throw new Error('the image is not stored');
  return buffer(stored.stream);
}

/** Without the metadata, which has the time. */
const pixelHash = async (id: string) =>
  createHash('sha256')
    .update(
      await sharp(await originalOf(id))
        .raw()
        .toBuffer(),
    )
    .digest('hex');

describe('the catalog', () => {
  const offered = async () => (await generator.ask('listGenerationModels', ana)).items.map(({ id }) => id);

  it('follows installations and removals while the server runs', async () => {
    expect(await offered()).not.toContain('local:other');
    await install('other', 0);
    expect(await offered()).toContain('local:other');
    const { id } = await create({ model: 'local:other' });
    await rm(folderOf('other'), { recursive: true });
    expect(await offered()).not.toContain('local:other');
    expect(await outcome(create({ model: 'local:other' }))).toBe('model_unavailable');
    await generator.run(id);
    expect(await read(id)).toMatchObject({ status: 'failed', credits: 0, error: { code: 'not_configured' } });
    expect(await credits()).toMatchObject({ used: 0, reserved: 0 });
  });

  it('leaves out a folder that is no model', async () => {
    await install('torn', 0);
    await truncate(path.join(folderOf('torn'), MANIFEST_FILE), 20);
    expect(await offered()).toEqual(expect.arrayContaining(['local:tiny']));
    expect(await offered()).not.toContain('local:torn');
    await rm(folderOf('torn'), { recursive: true });
  });
});

describe('an image of a local model', () => {
  it('has the steps of its request, and says in the file what made it', async () => {
    const steps: number[] = [];
    atStep = (step) => steps.push(step);
    const { id, request } = await create({ steps: 3 });
    expect(request).toMatchObject({ steps: 3, seed: 7 });
    await generator.run(id);
    const made = await read(id);
    expect(made).toMatchObject({
      status: 'succeeded',
      model_name: 'Tiny model',
      credits: 2,
      request: { steps: 3 },
      images: [{ seed: 7, width: 64 }],
    });
    expect(steps).toEqual([1, 2, 3]);
    const xmp = (await sharp(await originalOf(id)).metadata()).xmp?.toString() ?? '';
    expect(xmp).toContain('/digitalsourcetype/trainedAlgorithmicMedia<');
    expect(xmp).toContain('Tiny model');
    expect(xmp).toContain('<ais:ModelLicense>MIT</ais:ModelLicense>');
    expect(xmp).toContain('&quot;steps&quot;:3');
  });

  it('of a source is a composite', async () => {
    const bytes = (await picture({ width: 64, height: 64 })).bytes;
    const { id: source } = await generator.ask('uploadGenerationSource', ana, {}, { body: { file: bytes } });
    const { id } = await create({ source: { kind: 'upload', id: source }, strength: 0.5 });
    await generator.run(id);
    expect((await sharp(await originalOf(id)).metadata()).xmp?.toString()).toContain('/compositeWithTrainedAlgorithmicMedia<');
  });

  it('is hidden where it may show nudity', async () => {
    generator.judgeBy(() => Promise.resolve(0.9));
    const { id } = await create();
    await generator.run(id);
    generator.judgeBy(() => Promise.resolve(0));
    expect(await read(id)).toMatchObject({ status: 'succeeded', images: [{ is_sensitive: true }] });
  });

  it('with a long description says that its end was not used', async () => {
    const { id } = await create({ prompt: 'the '.repeat(100) });
    await generator.run(id);
    expect(await read(id)).toMatchObject({ status: 'succeeded', warnings: [{ code: 'prompt_truncated' }] });
  });

  it('needs no confirmed address, because it costs the platform nothing', async () => {
    const unconfirmed = viewer(await createUser(deps, { isVerified: false }));
    await expect(generator.create(unconfirmed, { model: 'local:tiny' })).resolves.toMatchObject({ status: 'queued' });
  });
});

describe.runIf(isFullTier)('a generation that is interrupted', { timeout: 120_000 }, () => {
  it('by cancellation ends at once and is refunded; the model stays loaded', async () => {
    await install('slow', 20);
    const warm = await create({ model: 'local:slow', steps: 1 });
    await generator.run(warm.id);
    const loaded = child;
    const { id } = await create({ model: 'local:slow', steps: 20 });
    let cancelled: Promise<unknown> = Promise.resolve();
    atStep = (step) => {
      if (step === 2) cancelled = generator.ask('cancelGeneration', ana, { generationId: id });
    };
    await generator.run(id);
    await cancelled;
    expect(await read(id)).toMatchObject({ status: 'cancelled', credits: 0, images: [] });
    const next = await create({ model: 'local:slow', steps: 1 });
    await generator.run(next.id);
    expect([child === loaded, (await read(next.id)).status]).toEqual([true, 'succeeded']);
  });

  it('by a killed process is made again, and is the same image', async () => {
    await install('slow', 20);
    const whole = await create({ model: 'local:slow', steps: 3 });
    await generator.run(whole.id);
    const { id } = await create({ model: 'local:slow', steps: 3 });
    let kills = 0;
    atStep = (step) => {
      if (step === 2 && kills++ === 0) child?.kill('SIGKILL');
    };
    await generator.run(id);
    expect(await read(id)).toMatchObject({ status: 'queued', images: [] });
    await generator.run(id);
    expect(await read(id)).toMatchObject({ status: 'succeeded', credits: 2 });
    expect(await pixelHash(id)).toBe(await pixelHash(whole.id));
  });

  it('by a stop of the server goes on with the next one, and is the same image', async () => {
    const whole = await create({ model: 'local:slow', steps: 3 });
    await generator.run(whole.id);
    const { id } = await create({ model: 'local:slow', steps: 3 });
    const stop = new AbortController();
    atStep = (step) => {
      if (step === 2) stop.abort(new Error('the server stops'));
    };
    await generator.run(id, stop.signal);
    expect(await read(id)).toMatchObject({ status: 'queued' });
    atStep = () => undefined;
    await generator.run(id);
    expect(await pixelHash(id)).toBe(await pixelHash(whole.id));
  });

  it('by a damaged file fails once, with a sentence and a refund', async () => {
    await install('tiny', 0);
    const file = path.join(folderOf('tiny'), 'unet/model.onnx');
    const whole = await readFile(file);
    await truncate(file, whole.length - 1);
    const { id } = await create();
    await generator.run(id);
    expect(await read(id)).toMatchObject({
      status: 'failed',
      credits: 0,
      error: { code: 'model_unavailable', retryable: false, message: expect.stringContaining('missing or damaged') },
    });
    expect(await credits()).toMatchObject({ used: 0, reserved: 0 });
    await install('tiny', 0);
  });
});
