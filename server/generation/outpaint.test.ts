import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExternalProviders } from '#server/generation/catalog.ts';
import { extendPicture, planCanvas } from '#server/generation/outpaint.ts';
import { completeRequest, requestHash } from '#server/generation/request.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { viewer as viewerOfId } from '#tests/support/factories/database.ts';
import { createUser } from '#tests/support/factories/database.ts';
import { fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { fieldsOf, matrix, settingsOf, startRow, submissions } from '#tests/support/provider-matrix.ts';

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
const levelAt = async (bytes: Buffer, x: number, y: number) => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return data[(y * info.width + x) * info.channels];
};

describe('the canvas', () => {
  it.each([
    [{ width: 300, height: 200 }, 1, 'center', { width: 300, height: 300 }, { left: 0, top: 50, width: 300, height: 200 }],
    [{ width: 300, height: 200 }, 1, 'start', { width: 300, height: 300 }, { left: 0, top: 0, width: 300, height: 200 }],
    [{ width: 200, height: 300 }, 16 / 9, 'end', { width: 533, height: 300 }, { left: 333, top: 0, width: 200, height: 300 }],
    [{ width: 300, height: 300 }, 1, 'center', { width: 300, height: 300 }, { left: 0, top: 0, width: 300, height: 300 }],
    [{ width: 4096, height: 4096 }, 2, 'center', { width: 2048, height: 1024 }, { left: 512, top: 0, width: 1024, height: 1024 }],
    [{ width: 1, height: 4000 }, 21 / 9, 'center', { width: 2048, height: 878 }, { left: 1024, top: 0, width: 1, height: 878 }],
  ] as const)('of %o at %f, %s, contains the whole picture', (size, ratio, anchor, canvas, place) => {
    expect(planCanvas(size, ratio, anchor)).toEqual({ canvas, place });
  });

  it('keeps the picture, continues its colors, and may be painted outside of it and softly at its edge', async () => {
    const { source, mask } = await extendPicture({ bytes: await red(300, 200), contentType: 'image/png' }, 1, 'center');
    expect(await sharp(source.bytes).metadata()).toMatchObject({ width: 300, height: 300, format: 'png' });
    expect(await levelAt(source.bytes, 150, 150)).toBe(255);
    expect(await levelAt(source.bytes, 150, 5)).toBeGreaterThan(240);
    expect(await sharp(mask.bytes).metadata()).toMatchObject({ width: 300, height: 300, channels: 1 });
    expect([await levelAt(mask.bytes, 150, 5), await levelAt(mask.bytes, 150, 150)]).toEqual([255, 0]);
    const edge = await levelAt(mask.bytes, 150, 56);
    expect(edge).toBeGreaterThan(20);
    expect(edge).toBeLessThan(235);
    // The sides didn't move.
    expect(await levelAt(mask.bytes, 1, 150)).toBe(0);
  });

  it('isn’t built of something else', async () => {
    const extending = extendPicture({ bytes: Buffer.from('no picture'), contentType: 'image/png' }, 1, 'center');
    await expect(extending).rejects.toMatchObject({ code: 'source_unavailable' });
  });
});

const plain = fakeModel();
const takes = { ...plain.capabilities, mask: true, strength: true };
const source = { kind: 'upload' as const, id: '0199aa00-0000-7000-8000-000000000a01' };
const asked = { model: 'm', prompt: 'A cat', negative_prompt: '', count: 1, source, outpaint: { aspect: '2:1', anchor: 'end' as const } };
const messagesOf = (request: Parameters<typeof completeRequest>[0], by = takes): string[] => {
  try {
    completeRequest(request, by);
    return [];
  } catch (error) {
    return (error as { errors: { field: string; message: string }[] }).errors.map(({ field, message }) => `${field} ${message}`);
  }
};

describe('a request to extend a picture', () => {
  it('gets the model’s size of that aspect, and a strength', () => {
    expect(completeRequest(asked, takes)).toMatchObject({ width: 128, height: 64, strength: 0.9, outpaint: asked.outpaint });
    expect(completeRequest(asked, { ...takes, sizes: [], aspect_ratios: ['1:1', '2:1'] })).toMatchObject({
      aspect_ratio: '2:1',
      width: null,
    });
    expect(completeRequest(asked, { ...takes, sizes: [], strength: false })).toMatchObject({
      aspect_ratio: null,
      width: null,
      strength: null,
    });
  });

  it('can be repeated as it is stored', () => {
    const stored = completeRequest(asked, takes);
    expect(completeRequest({ ...stored, negative_prompt: '' }, takes)).toEqual(stored);
  });

  it('is refused where the model can’t, or with what contradicts it', () => {
    expect(messagesOf(asked, { ...takes, mask: false })).toEqual(['body.outpaint isn’t supported by this model']);
    expect(messagesOf({ ...asked, source: null })).toEqual(['body.outpaint requires a source']);
    expect(messagesOf({ ...asked, mask: source.id })).toEqual(['body.outpaint can’t be combined with a mask']);
    expect(messagesOf({ ...asked, width: 64 })).toEqual(['body.outpaint can’t be combined with another size or aspect ratio']);
    expect(messagesOf({ ...asked, outpaint: { aspect: '16:9', anchor: 'start' } })).toEqual([
      'body.outpaint must have an aspect that is one of 1:1',
    ]);
  });

  it('is another request than one without it, which keeps its hash', () => {
    const { outpaint, ...without } = asked;
    const hashes = [without, asked, { ...asked, outpaint: { ...outpaint, anchor: 'start' as const } }].map(requestHash);
    expect(new Set(hashes).size).toBe(3);
    expect(requestHash({ ...without, outpaint: null, derived_from: null })).toBe(requestHash(without));
  });
});

describe('the model', () => {
  let deps: TestDeps;
  let generator: TestGenerator;
  beforeAll(async () => {
    deps = await openTestDeps();
    generator = await openGenerator(deps, [fakeModel({ capabilities: takes })]);
  }, 120_000);
  afterAll(() => deps?.dispose(), 60_000);

  it('is given the canvas and its mask; the result notes the action', async () => {
    const ana = viewerOfId(await createUser(deps));
    const upload = await generator.ask('uploadGenerationSource', ana, {}, { body: { file: await red(60, 60) } });
    const { id, request } = await generator.create(ana, { ...asked, model: 'builtin:fake', source: { kind: 'upload', id: upload.id } });
    expect(request.outpaint).toEqual(asked.outpaint);
    await generator.run(id);
    const call = generator.calls.at(-1)!;
    expect(call).toMatchObject({ size: { width: 128, height: 64 }, strength: 0.9 });
    expect(await sharp(call.source!.bytes).metadata()).toMatchObject({ width: 120, height: 60 });
    expect([await levelAt(call.mask!.bytes, 2, 30), await levelAt(call.mask!.bytes, 110, 30)]).toEqual([255, 0]);
    expect(await generator.ask('getGeneration', ana, { generationId: id })).toMatchObject({ status: 'succeeded' });
  });
});

describe.each(matrix.filter(({ models }) => models.mask !== undefined))('$name', (row) => {
  it('receives the extended picture and a mask of its size', async () => {
    const fake = await startRow(row);
    try {
      const [provider] = openExternalProviders(settingsOf(row.env(fake.url)), { timing: { pollMs: 5, graceMs: 10_000 } });
      const model = provider!.models.find((one) => one.model === row.models.mask)!;
      const extended = await extendPicture({ bytes: await red(32, 24), contentType: 'image/png' }, 2, 'center');
      const request = {
        model: model.model,
        prompt: 'A lantern',
        negativePrompt: '',
        size: null,
        aspectRatio: null,
        count: 1,
        seed: null,
        steps: null,
      };
      const rest = { style: null, strength: null, background: null };
      const context = { signal: new AbortController().signal, onProgress: () => undefined };
      const made = await provider!.generator.generate({ ...request, ...rest, ...extended }, context);
      expect(made.images).toHaveLength(1);
      expect(fieldsOf(submissions(fake.seen)[0]!).size).toBeGreaterThan(1);
    } finally {
      await fake.close();
    }
  });
});
