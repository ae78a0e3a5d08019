// Samples of what is erased or extended: small, free, limited, and made of the same picture as the result.
import { EventEmitter } from 'node:events';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { cutOutModel, eraseModel, extendModel, restyleModel } from '#server/generation/builtin/models.ts';
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
const photoSource = vi.fn<PhotoSource>(() => Promise.reject(new Error('no photo')));
const builtin = openBuiltinProvider();

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
let source: string;
let call: (query: object, who?: Viewer, raw?: EventEmitter) => Promise<unknown>;
let estimate: (query: object) => Promise<{ message: string | null; is_discouraged?: boolean }>;

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
  generator = await openGenerator(deps, [cutOutModel, eraseModel, extendModel, restyleModel]);
  ana = viewer(await createUser(deps));
  const file = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  source = (await generator.ask('uploadGenerationSource', ana, {}, { body: { file } })).id;
  const generate: Generator['generate'] = () => Promise.reject(new Error('no'));
  const models = [cutOutModel, eraseModel, extendModel, restyleModel];
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
  call = (query, who = ana, raw = new EventEmitter()) => ask('getEditPreview', who, {}, { ...of(query), raw });
  const askEstimate = askOperations(
    generationEstimateCall(deps, { catalog, photoSource, pictures: derivativesOf(deps), limits: { count } }),
  );
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

it('of a cut-out has its background, and says that nobody is in the image', async () => {
  await call({ model: cutOutModel.id, background: 'blurred' });
  expect(previewEdit).toHaveBeenLastCalledWith(expect.objectContaining({ model: 'cut-out', background: 'blurred', longest: 640 }));
  previewEdit.mockRejectedValueOnce(new GeneratorError('empty_result', 'No person was found in this image.'));
  const refused: unknown = await call({ model: cutOutModel.id }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 422, message: 'No person was found in this image.' });
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

it('is refused in plain words, and by the names of its own parameters', async () => {
  const refusal = async (query: object) => {
    const error: unknown = await call(query).catch((thrown: unknown) => thrown);
    return error as { message: string; errors: { field: string }[] };
  };
  const own = await refusal({ model: extendModel.id, aspect: '3:2' });
  expect(own.message).toBe('We can’t create this: the new format is the one that the image already has.');
  expect(own.errors.map(({ field }) => field)).toEqual(['query.aspect']);
  const none = await refusal({ model: eraseModel.id });
  expect(none.message).toBe('We can’t create this: the marked area is required by this model.');
  expect(none.errors.map(({ field }) => field)).toEqual(['query.mask']);
  const mask = await masked(0.2, viewer(await createUser(deps)));
  expect((await refusal({ model: eraseModel.id, mask })).errors.map(({ field }) => field)).toEqual(['query.mask']);
  expect((await refusal({ model: extendModel.id, aspect: '1:1', source: mask })).errors.map(({ field }) => field)).toEqual([
    'query.source',
  ]);
});

it('ends when its person leaves: one that is made is stopped, one that waits is never made', async () => {
  previewEdit.mockImplementation(
    ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  const making = outcome(call({ model: extendModel.id, aspect: '1:1' }, ana, first));
  await vi.waitFor(() => expect(previewEdit).toHaveBeenCalledOnce());
  const waiting = outcome(call({ model: extendModel.id, aspect: '4:3' }, ana, second));
  await vi.waitFor(() => expect(count).toHaveBeenCalledTimes(2));
  second.emit('close');
  expect(await waiting).toBe('preview_replaced');
  first.emit('close');
  expect(await making).toBe('preview_replaced');
  previewEdit.mockImplementation(() => Promise.resolve(jpeg));
  await call({ model: extendModel.id, aspect: '16:9' });
  expect(previewEdit.mock.calls.map(([{ outpaint }]) => outpaint?.ratio)).toEqual([1, 16 / 9]);
});

it('of many people at once is refused, before anybody would have to wait for more than half a minute', async () => {
  let finish: () => void = () => undefined;
  const open = new Promise<typeof jpeg>((resolve) => (finish = () => resolve(jpeg)));
  previewEdit.mockImplementation(() => open);
  const people = await Promise.all(Array.from({ length: 7 }, async () => viewer(await createUser(deps))));
  const sources = await Promise.all(
    people.map(async (who) => {
      const file = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#336699' } })
        .jpeg()
        .toBuffer();
      return { who, id: (await generator.ask('uploadGenerationSource', who, {}, { body: { file } })).id };
    }),
  );
  const making = sources.slice(0, 6).map(({ who, id }) => call({ model: extendModel.id, aspect: '1:1', source: id }, who));
  await vi.waitFor(() => expect(previewEdit).toHaveBeenCalledTimes(6));
  const late = sources[6]!;
  expect(await outcome(call({ model: extendModel.id, aspect: '1:1', source: late.id }, late.who))).toBe('unavailable');
  finish();
  await Promise.all(making);
  previewEdit.mockImplementation(() => Promise.resolve(jpeg));
});

it('of a photo needs its event, and of one that is too small for the model isn’t made either', async () => {
  const asked = { model: extendModel.id, aspect: '1:1', kind: 'photo' };
  expect(await outcome(call(asked))).toBe('invalid_request');
  photoSource.mockResolvedValueOnce({ key: 'a-photo', width: 9, height: 3 });
  expect(await outcome(call({ ...asked, event_id: source }))).toBe('invalid_request');
  expect(previewEdit).not.toHaveBeenCalled();
  const refused: unknown = await estimate({ kind: 'photo' }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 422, message: 'A photo can only be used with the event that it belongs to: add `event_id`.' });
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
  expect(await failing('interrupted')).toBe('unavailable');
  expect(await failing('timeout'), 'it isn’t asked for again').toBe('preview_timeout');
});

it('says before that an area is so large that it may not fit, or can’t be erased', async () => {
  const messageOf = async (share: number) => (await estimate({ mask: await masked(share, ana) })).message;
  expect((await estimate({})).message).toBeNull();
  expect(count, 'each decodes a mask').toHaveBeenCalledWith([expect.objectContaining({ of: ana.userId })]);
  expect(await messageOf(0.05)).toBeNull();
  expect(await messageOf(0.23)).toMatch(/^You marked 23% of the image\. So large an area often gets something that doesn’t fit/);
  expect(await messageOf(0.23)).toMatch(/extend or crop the image instead, or mark less\.$/);
  const asked = await Promise.all(
    [0.05, 0.15, 0.23].map(async (share) => (await estimate({ mask: await masked(share, ana) })).is_discouraged),
  );
  expect(asked, 'a client asks once more').toEqual([undefined, undefined, true]);
  expect(await messageOf(0.6)).toBe('You marked 60% of the image. At most 50% can be erased.');
});

it('and an estimate read a mask once, also where they look at it', async () => {
  const mask = await masked(0.05, ana);
  const get = vi.spyOn(deps.storage, 'get');
  const reads = async (work: () => Promise<unknown>) => {
    get.mockClear();
    await work();
    return get.mock.calls.map(([key]) => (key.includes(mask) ? 'mask' : 'source')).toSorted();
  };
  expect(await reads(() => estimate({ mask }))).toEqual(['mask', 'source']);
  expect(await reads(() => call({ model: eraseModel.id, mask }))).toEqual(['mask', 'source']);
  get.mockRestore();
}, 60_000);

it('by the built-in models has at most 640 pixels, whatever the picture has', async () => {
  const bytes = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  const input = { create: { width: 200, height: 200, channels: 3 as const, background: '#ffffff' } };
  const mask = await sharp({ create: { width: 750, height: 500, channels: 3, background: '#000000' } })
    .composite([{ input, left: 300, top: 150 }])
    .png()
    .toBuffer();
  const { signal } = new AbortController();
  const preview = builtin.generator.previewEdit!.bind(builtin.generator);
  const picture = { bytes, contentType: 'image/jpeg' } as const;
  const erased = await preview({ model: 'erase', source: picture, mask: { bytes: mask, contentType: 'image/png' }, longest: 640, signal });
  expect(await sharp(erased.bytes).metadata()).toMatchObject({ width: 640, height: 427, format: 'jpeg' });
  const extended = await preview({
    model: 'extend',
    source: picture,
    mask: null,
    outpaint: { ratio: 1, anchor: 'start' },
    longest: 640,
    signal,
  });
  expect(await sharp(extended.bytes).metadata()).toMatchObject({ width: 640, height: 640, format: 'jpeg' });
  await expect(preview({ model: 'restyle', source: picture, mask: null, longest: 640, signal })).rejects.toMatchObject({
    code: 'unsupported',
  });
});
