// Samples of styles on a person's own picture: small, free, limited, and only the newest counts.
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { illustrate } from '#server/generation/builtin/illustrator/illustrate.ts';
import { illustratorModel } from '#server/generation/builtin/models.ts';
import { openBuiltinProvider } from '#server/generation/builtin/provider.ts';
import { restyle } from '#server/generation/builtin/restyle.ts';
import { catalogOfProviders } from '#server/generation/catalog.ts';
import { type CatalogModel, type Generator, GeneratorError } from '#server/generation/generator.ts';
import { createNewestOnly, stylePreviewCall } from '#server/generation/operations/style-previews.ts';
import type { PhotoSource } from '#server/generation/sources.ts';
import { Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { askOperations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
let uploadId: string;
const model = fakeModel();
const styled = fakeModel({
  capabilities: { ...model.capabilities, default_seed: 9, max_source_pixels: null, styles: [{ id: 'poster', name: 'Poster' }] },
});
const preview = vi.fn<NonNullable<Generator['preview']>>();
const tiles = vi.fn<NonNullable<Generator['tiles']>>();
const sketch = vi.fn<NonNullable<Generator['sketch']>>();
const photoSource = vi.fn<PhotoSource>(() => Promise.reject(new Error('no photo')));
const count = vi.fn(() => Promise.resolve());
let call: (query: object, who?: Viewer) => Promise<unknown>;

beforeAll(async () => {
  deps = await openTestDeps();
  generator = await openGenerator(deps, [styled]);
  ana = viewer(await createUser(deps));
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  uploadId = (await generator.ask('uploadGenerationSource', ana, {}, { body: { file: bytes } })).id;
  const provider = {
    id: 'builtin',
    name: 'Built in',
    models: [styled],
    generator: { generate: () => Promise.reject(new Error('no')), preview, tiles, sketch },
  } as const;
  const operations = stylePreviewCall(deps, { catalog: catalogOfProviders([provider]), photoSource, limits: { count } });
  const ask = askOperations(operations);
  call = (query, who = ana) =>
    ask('getStylePreview', who, {}, { query: { model: 'builtin:fake', style: 'poster', kind: 'upload', source: uploadId, ...query } });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
afterEach(() => vi.clearAllMocks());

describe('a preview', () => {
  it('is made of the person’s own picture, for nothing, and counted', async () => {
    preview.mockResolvedValue({ bytes: Buffer.from('jpeg'), contentType: 'image/jpeg' });
    await call({});
    expect(preview).toHaveBeenCalledWith(expect.objectContaining({ model: 'fake', style: 'poster', longest: 512 }));
    expect(count).toHaveBeenCalledWith([expect.objectContaining({ of: ana.userId })]);
    expect(await generator.ask('getCredits', ana)).toMatchObject({ used: 0, reserved: 0 });
  });

  it('has the seed of a request without one, or the one that is asked for', async () => {
    preview.mockResolvedValue({ bytes: Buffer.from('jpeg'), contentType: 'image/jpeg' });
    await call({});
    const source = { kind: 'upload' as const, id: uploadId, event_id: null };
    const { request } = await generator.create(ana, { style: 'poster', source });
    expect(preview).toHaveBeenLastCalledWith(expect.objectContaining({ seed: request.seed }));
    await call({ seed: 41 });
    expect(preview).toHaveBeenLastCalledWith(expect.objectContaining({ seed: 41 }));
  });

  it('isn’t made of what others sent, in styles that don’t exist, or by models that aren’t there', async () => {
    preview.mockResolvedValue({ bytes: Buffer.from('jpeg'), contentType: 'image/jpeg' });
    expect(await outcome(call({}, viewer(await createUser(deps))))).toBe('source_unavailable');
    expect(await outcome(call({ kind: 'image' }))).toBe('source_unavailable');
    expect(await outcome(call({ style: 'velvet' }))).toBe('invalid_request');
    expect(await outcome(call({ model: 'builtin:none' }))).toBe('model_unavailable');
    expect(preview).not.toHaveBeenCalled();
  });

  it('that fails is a refusal, never a server error', async () => {
    preview.mockRejectedValueOnce(new GeneratorError('invalid_request', 'We couldn’t read the image.'));
    expect(await outcome(call({}))).toBe('source_unavailable');
    preview.mockRejectedValueOnce(new GeneratorError('timeout', 'This took too long and was stopped.'));
    expect(await outcome(call({}))).toBe('preview_timeout');
  });

  it('by the built-in filters has at most 512 pixels, and equals the full style', async () => {
    const provider = openBuiltinProvider();
    try {
      const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
        .jpeg()
        .toBuffer();
      const source = { bytes, contentType: 'image/jpeg' } as const;
      const made = await provider.generator.preview!({ model: 'restyle', style: 'poster', seed: 0, source, longest: 512 });
      expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 512, height: 341, format: 'jpeg' });
      const full = await restyle({ source, style: 'poster', strength: 1, seed: 0, longest: 512 });
      expect(made.bytes.equals(full.bytes)).toBe(true);
      await expect(
        provider.generator.preview!({ model: 'illustrator', style: 'poster', seed: 0, source, longest: 512 }),
      ).rejects.toMatchObject({
        code: 'unsupported',
      });
    } finally {
      provider.close();
    }
  });
});

describe('tiles', () => {
  const jpeg = { bytes: Buffer.from('jpeg'), contentType: 'image/jpeg' } as const;

  const ofPreviews: unknown = expect.objectContaining({ name: 'style preview' });

  it('show all styles on the person’s own picture at once, for nothing, counted with the previews', async () => {
    tiles.mockResolvedValue(jpeg);
    const before = await generator.ask('getCredits', ana);
    await call({ style: undefined });
    expect(tiles).toHaveBeenCalledWith(expect.objectContaining({ model: 'fake', styles: ['poster'], seed: 9, side: 192 }));
    expect(preview).not.toHaveBeenCalled();
    expect(count).toHaveBeenCalledWith([expect.objectContaining({ of: ana.userId, tokens: 4, limit: ofPreviews })]);
    await call({});
    expect(count).toHaveBeenLastCalledWith([expect.objectContaining({ of: ana.userId, tokens: 1, limit: ofPreviews })]);
    expect(await generator.ask('getCredits', ana)).toEqual(before);
    expect(await outcome(call({ style: undefined }, viewer(await createUser(deps))))).toBe('source_unavailable');
  });

  it('have the strength that is asked for, full by default', async () => {
    tiles.mockResolvedValue(jpeg);
    await call({ style: undefined });
    expect(tiles).toHaveBeenLastCalledWith(expect.objectContaining({ strength: 1 }));
    await call({ style: undefined, strength: 0.6 });
    expect(tiles).toHaveBeenLastCalledWith(expect.objectContaining({ strength: 0.6 }));
  });

  it('of a photo that isn’t ready yet can be asked for again, unlike of one that nobody may use', async () => {
    const ofPhoto = { style: undefined, kind: 'photo', event_id: uploadId };
    photoSource.mockRejectedValueOnce(new Problem(409, 'not_ready', 'This photo is still processing.'));
    expect(await outcome(call(ofPhoto))).toBe('not_ready');
    photoSource.mockRejectedValueOnce(new Problem(403, 'forbidden', 'This event doesn’t allow downloads.'));
    expect(await outcome(call(ofPhoto))).toBe('source_unavailable');
  });

  it('and previews don’t replace each other', async () => {
    let finish: () => void = () => undefined;
    tiles.mockImplementationOnce(() => new Promise((resolve) => (finish = () => resolve(jpeg)))).mockResolvedValue(jpeg);
    preview.mockResolvedValue(jpeg);
    const [first, next] = [call({ style: undefined }), call({ style: undefined })];
    await vi.waitFor(() => expect(tiles).toHaveBeenCalled());
    await call({});
    await call({});
    finish();
    await first;
    await next;
    expect(tiles).toHaveBeenCalledTimes(2);
    expect(preview).toHaveBeenCalledTimes(2);
  });
});

describe('a sketch of a prompt', () => {
  const drawing = { prompt: 'A cat on the moon', width: 1248, height: 832, seed: 41 };
  const draw = (model: Partial<CatalogModel>, body: object = drawing, who = ana) => {
    const known = { ...fakeModel(), ...model };
    const generators = { generate: () => Promise.reject(new Error('no')), sketch } as const;
    const catalog = catalogOfProviders([{ id: 'builtin', name: 'Built in', models: [known], generator: generators }]);
    const ask = askOperations(stylePreviewCall(deps, { catalog, photoSource, limits: { count } }));
    return ask('previewPrompt', who, { modelId: known.id }, { body });
  };
  const capabilities = { ...illustratorModel.capabilities };
  const drawer = { checkPrompt: illustratorModel.checkPrompt!, capabilities };

  it('is of the whole request, small, for nothing, and counted', async () => {
    sketch.mockResolvedValue({ bytes: Buffer.from('jpeg'), contentType: 'image/jpeg' });
    const before = await generator.ask('getCredits', ana);
    await draw(drawer);
    expect(sketch).toHaveBeenCalledWith({
      model: 'fake',
      prompt: 'A cat on the moon',
      negativePrompt: '',
      size: { width: 1248, height: 832 },
      seed: 41,
      longest: 384,
    });
    expect(count).toHaveBeenCalledWith([expect.objectContaining({ of: ana.userId, tokens: 1 })]);
    expect(await generator.ask('getCredits', ana)).toEqual(before);
  });

  it('is refused like the request: nothing to draw, another size, a model without sketches', async () => {
    expect(await outcome(draw(drawer, { ...drawing, prompt: 'a mayor' }))).toBe('invalid_request');
    expect(await outcome(draw(drawer, { ...drawing, width: 1000 }))).toBe('invalid_request');
    expect(await outcome(draw({ capabilities }))).toBe('invalid_request');
    expect(sketch).not.toHaveBeenCalled();
    sketch.mockRejectedValueOnce(new GeneratorError('timeout', 'This took too long and was stopped.'));
    expect(await outcome(draw(drawer))).toBe('preview_timeout');
  });

  it('of clip art is its result, made smaller', async () => {
    const provider = openBuiltinProvider();
    try {
      const [size, seed] = [{ width: 1248, height: 832 }, 41];
      for (const prompt of ['a bicycle and a boat on the sea', 'a birthday party', 'two dogs in a village']) {
        const ask = { model: 'illustrator', prompt, negativePrompt: '', size, seed };
        const small = await provider.generator.sketch!({ ...ask, longest: 384 });
        expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 384, height: 256 });
        const { bytes } = await illustrate(ask);
        const pixels = async (picture: Buffer) => [...(await sharp(picture).resize(96, 64, { fit: 'fill' }).raw().toBuffer())];
        const [one, other] = [await pixels(small.bytes), await pixels(bytes)];
        expect(one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length, prompt).toBeLessThan(4);
      }
      const none = { model: 'restyle', prompt: 'a', negativePrompt: '', size, seed, longest: 384 };
      await expect(provider.generator.sketch!(none)).rejects.toMatchObject({ code: 'unsupported' });
    } finally {
      provider.close();
    }
  }, 60_000);
});

describe('previews of one person', () => {
  it('run one after the other, and only the newest of those that wait', async () => {
    const inTurn = createNewestOnly();
    let finish: () => void = () => undefined;
    const begun = vi.fn();
    const first = inTurn('ana', () => {
      begun();
      return new Promise<string>((resolve) => (finish = () => resolve('first')));
    });
    await vi.waitFor(() => expect(begun).toHaveBeenCalled());
    const made: string[] = [];
    const next = (name: string) => inTurn('ana', () => Promise.resolve(made.push(name)));
    const [second, third] = [outcome(next('second')), next('third')];
    // Others don't wait for her.
    expect(await inTurn('ben', () => Promise.resolve('his'))).toBe('his');
    expect(made).toEqual([]);
    finish();
    expect([await first, await second]).toEqual(['first', 'preview_replaced']);
    await third;
    expect(made).toEqual(['third']);
    // A failure doesn't hold up the next one.
    await expect(inTurn('ana', () => Promise.reject(new Error('torn')))).rejects.toThrow('torn');
    await next('fourth');
    expect(made).toEqual(['third', 'fourth']);
  });

  it('of one person take one place beside the one that is made, so that they keep nobody else out', async () => {
    const inTurn = createNewestOnly();
    let finish: () => void = () => undefined;
    const open = new Promise<void>((resolve) => (finish = resolve));
    const begun = vi.fn();
    const running = inTurn('ana', () => {
      begun();
      return open;
    });
    await vi.waitFor(() => expect(begun).toHaveBeenCalled());
    const many = Array.from({ length: 60 }, (_, at) => inTurn('ana', () => Promise.resolve(at)));
    const outcomes = Promise.all(many.slice(0, -1).map((one) => outcome(one)));
    expect(await inTurn('ben', () => Promise.resolve('his'))).toBe('his');
    // They are answered at once, not when the first one is made.
    expect(new Set(await outcomes)).toEqual(new Set(['preview_replaced']));
    finish();
    await running;
    expect(await many.at(-1)).toBe(59);
  });

  it('of too many people at once are refused', async () => {
    const inTurn = createNewestOnly();
    let finish: () => void = () => undefined;
    const open = new Promise<void>((resolve) => (finish = resolve));
    const running = Array.from({ length: 40 }, (_, at) => inTurn(String(at), () => open));
    expect(await outcome(inTurn('late', () => Promise.resolve()))).toBe('unavailable');
    finish();
    await Promise.all(running);
    await inTurn('late', () => Promise.resolve());
  });
});
