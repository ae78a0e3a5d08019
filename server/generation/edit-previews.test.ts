// Samples of what is erased or extended: small, free, limited, and made of the same picture as the result.
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { eraseModel, extendModel, restyleModel } from '#server/generation/builtin/models.ts';
import { openBuiltinProvider } from '#server/generation/builtin/provider.ts';
import { catalogOfProviders } from '#server/generation/catalog.ts';
import { type Generator, GeneratorError } from '#server/generation/generator.ts';
import { editPreviewCall } from '#server/generation/operations/edit-previews.ts';
import { generationEstimateCall } from '#server/generation/operations/generation-estimates.ts';
import type { PhotoSource } from '#server/generation/sources.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { askOperations, outcome } from '#tests/support/operations.ts';

const jpeg = { bytes: Buffer.from('jpeg'), contentType: 'image/jpeg' } as const;
const previewEdit = vi.fn<NonNullable<Generator['previewEdit']>>(() => Promise.resolve(jpeg));
const count = vi.fn(() => Promise.resolve());
const photoSource: PhotoSource = () => Promise.reject(new Error('no photo'));
const builtin = openBuiltinProvider();

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
let source: string;
let call: (query: object, who?: Viewer) => Promise<unknown>;
let estimate: (query: object) => Promise<{ message: string | null }>;

/** White at its top. */
const masked = async (share: number, who: Viewer) => {
  const input = { create: { width: 900, height: Math.max(1, Math.round(600 * share)), channels: 3 as const, background: '#ffffff' } };
  const base = sharp({ create: { width: 900, height: 600, channels: 3, background: '#000000' } });
  const file = await base
    .composite([{ input, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return (await generator.ask('uploadGenerationSource', who, {}, { body: { file } })).id;
};

beforeAll(async () => {
  deps = await openTestDeps();
  generator = await openGenerator(deps, [eraseModel, extendModel, restyleModel]);
  ana = viewer(await createUser(deps));
  const file = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  source = (await generator.ask('uploadGenerationSource', ana, {}, { body: { file } })).id;
  const generate: Generator['generate'] = () => Promise.reject(new Error('no'));
  const models = [eraseModel, extendModel, restyleModel];
  const catalog = catalogOfProviders([
    {
      id: 'builtin',
      name: 'Built in',
      models,
      generator: { generate, previewEdit, estimate: builtin.generator.estimate!.bind(builtin.generator) },
    },
  ]);
  const ask = askOperations(editPreviewCall(deps, { catalog, photoSource, pictures: derivativesOf(deps), limits: { count } }));
  const of = (query: object) => ({ query: { kind: 'upload', source, ...query } });
  call = (query, who = ana) => ask('getEditPreview', who, {}, of(query));
  const askEstimate = askOperations(generationEstimateCall(deps, { catalog, photoSource }));
  estimate = (query) => askEstimate('getGenerationEstimate', ana, {}, of({ model: eraseModel.id, ...query }));
}, 120_000);
afterAll(async () => {
  builtin.close();
  await deps?.dispose();
}, 60_000);
afterEach(() => vi.clearAllMocks());

it('of an area that was marked is made of the picture and its mask, for nothing, and counted', async () => {
  await call({ model: eraseModel.id, mask: await masked(0.3, ana) });
  expect(previewEdit).toHaveBeenCalledWith(expect.objectContaining({ model: 'erase', longest: 640 }));
  const { source: picture, mask } = previewEdit.mock.lastCall![0];
  for (const one of [picture, mask]) expect(await sharp(one!.bytes).metadata()).toMatchObject({ width: 900, height: 600 });
  expect(count).toHaveBeenCalledWith([expect.objectContaining({ of: ana.userId })]);
  expect(await generator.ask('getCredits', ana)).toMatchObject({ used: 0, reserved: 0 });
});

it('of an extension has its format and position', async () => {
  await call({ model: extendModel.id, aspect: '16:9', anchor: 'end' });
  expect(previewEdit).toHaveBeenLastCalledWith(expect.objectContaining({ model: 'extend', outpaint: { ratio: 16 / 9, anchor: 'end' } }));
  await call({ model: extendModel.id, aspect: '1:1' });
  expect(previewEdit).toHaveBeenLastCalledWith(expect.objectContaining({ outpaint: { ratio: 1, anchor: 'center' } }));
});

it('is refused like the request itself, before anything is made', async () => {
  const other = viewer(await createUser(deps));
  const mask = await masked(0.2, ana);
  const refused: [object, string][] = [
    [{ model: eraseModel.id }, 'invalid_request'],
    [{ model: eraseModel.id, mask: await masked(0.6, ana) }, 'invalid_request'],
    [{ model: eraseModel.id, mask: await masked(0.2, other) }, 'source_unavailable'],
    [{ model: extendModel.id }, 'invalid_request'],
    [{ model: extendModel.id, aspect: '3:2' }, 'invalid_request'],
    [{ model: extendModel.id, aspect: '1:1', mask }, 'invalid_request'],
    [{ model: 'builtin:none', mask }, 'model_unavailable'],
  ];
  for (const [query, code] of refused) expect(await outcome(call(query)), JSON.stringify(query)).toBe(code);
  expect(await outcome(call({ model: eraseModel.id, mask }, other))).toBe('source_unavailable');
  expect(previewEdit).not.toHaveBeenCalled();
});

it('that fails is a refusal with its reason, never a server error', async () => {
  const mask = await masked(0.2, ana);
  const failing = async (code: ConstructorParameters<typeof GeneratorError>[0]) => {
    previewEdit.mockRejectedValueOnce(new GeneratorError(code, 'Mark less.'));
    return outcome(call({ model: eraseModel.id, mask }));
  };
  expect(await failing('invalid_request')).toBe('invalid_request');
  expect(await failing('unsupported')).toBe('invalid_request');
  expect(await failing('source_unavailable')).toBe('source_unavailable');
  expect(await failing('timeout')).toBe('unavailable');
});

it('says before that an area is so large that it may not fit, or can’t be erased', async () => {
  const messageOf = async (share: number) => (await estimate({ mask: await masked(share, ana) })).message;
  expect((await estimate({})).message).toBeNull();
  expect(await messageOf(0.05)).toBeNull();
  expect(await messageOf(0.23)).toMatch(/^You marked 23% of the image\. So large an area often gets something that doesn’t fit/);
  expect(await messageOf(0.6)).toBe('You marked 60% of the image. At most 50% can be erased.');
});

it('by the built-in models has at most 640 pixels, whatever the picture has', async () => {
  const bytes = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  const input = { create: { width: 200, height: 200, channels: 3 as const, background: '#ffffff' } };
  const mask = await sharp({ create: { width: 750, height: 500, channels: 3, background: '#000000' } })
    .composite([{ input, left: 300, top: 150 }])
    .png()
    .toBuffer();
  const preview = builtin.generator.previewEdit!.bind(builtin.generator);
  const picture = { bytes, contentType: 'image/jpeg' } as const;
  const erased = await preview({ model: 'erase', source: picture, mask: { bytes: mask, contentType: 'image/png' }, longest: 640 });
  expect(await sharp(erased.bytes).metadata()).toMatchObject({ width: 640, height: 427, format: 'jpeg' });
  const extended = await preview({ model: 'extend', source: picture, mask: null, outpaint: { ratio: 1, anchor: 'start' }, longest: 640 });
  expect(await sharp(extended.bytes).metadata()).toMatchObject({ width: 640, height: 640, format: 'jpeg' });
  await expect(preview({ model: 'restyle', source: picture, mask: null, longest: 640 })).rejects.toMatchObject({ code: 'unsupported' });
});
