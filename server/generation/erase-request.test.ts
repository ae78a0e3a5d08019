// Requests to erase and to extend, by the built-in models: refused before anything is charged, or made of what was asked.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eraseModel, extendModel } from '#server/generation/builtin/models.ts';
import { derivationOf } from '#server/generation/derivation.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';

let deps: TestDeps;
let generator: TestGenerator;
beforeAll(async () => {
  deps = await openTestDeps({ PERSONAL_CREDITS: '20' });
  generator = await openGenerator(deps, [eraseModel, extendModel]);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

let ana: Viewer;
let source: { kind: 'upload'; id: string };
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  source = { kind: 'upload', id: await uploaded(0) };
});
const uploaded = async (share: number) => {
  const white = Math.round(share * 100);
  const base = sharp({ create: { width: 120, height: 100, channels: 3, background: '#000000' } });
  const input = { create: { width: 120, height: Math.max(1, white), channels: 3 as const, background: '#ffffff' } };
  const file = await (white === 0 ? base : base.composite([{ input, left: 0, top: 0 }])).png().toBuffer();
  return (await generator.ask('uploadGenerationSource', ana, {}, { body: { file } })).id;
};
const erase = (mask: string | null) => generator.create(ana, { model: eraseModel.id, prompt: '', source, mask });
const extendTo = (aspect: string | null) =>
  generator.create(ana, { model: extendModel.id, prompt: '', source, outpaint: aspect === null ? null : { aspect, anchor: 'end' } });
const refusal = (field: string, message: RegExp) => ({
  status: 422,
  code: 'invalid_request',
  errors: [{ field, message: expect.stringMatching(message) as string }],
});

it('a mask is needed that marks something, but no more than half of the image', async () => {
  await expect(erase(null)).rejects.toMatchObject(refusal('body.mask', /^is required/));
  await expect(erase(await uploaded(0))).rejects.toMatchObject(refusal('body.mask', /^marks nothing$/));
  await expect(erase(await uploaded(0.6))).rejects.toMatchObject(refusal('body.mask', /^marks 60% of the image. The limit is 50%$/));
  expect((await generator.ask('listGenerations', ana)).items).toEqual([]);
  expect(await generator.ask('getCredits', ana)).toMatchObject({ used: 0, reserved: 0 });
});

it('what is marked is erased for a credit', async () => {
  const { id, request } = await erase(await uploaded(0.3));
  await generator.run(id);
  expect(generator.calls.at(-1)).toMatchObject({ prompt: '', source: expect.anything() as unknown, mask: expect.anything() as unknown });
  expect(request.outpaint).toBeUndefined();
  expect(await generator.ask('getGeneration', ana, { generationId: id })).toMatchObject({ status: 'succeeded', credits: 1 });
});

it('the history calls it erased, and an extension extended', () => {
  const from = { source: { kind: 'image' as const, id: source.id, event_id: null }, mask: null };
  expect(derivationOf({ ...from, mask: source.id }, 'erase', null)).toMatchObject({ action: 'erase', parentId: source.id });
  expect(derivationOf({ ...from, outpaint: { aspect: '1:1', anchor: 'end' } }, 'extend', null)).toMatchObject({ action: 'outpaint' });
});

it('an extension needs a format, and one that the image doesn’t have', async () => {
  await expect(extendTo(null)).rejects.toMatchObject(refusal('body.outpaint', /^is required/));
  await expect(extendTo('6:5')).rejects.toMatchObject(refusal('body.outpaint', /already has/));
  await expect(
    generator.create(ana, { model: eraseModel.id, prompt: '', source, outpaint: { aspect: '1:1', anchor: 'end' } }),
  ).rejects.toMatchObject({
    status: 422,
  });
  expect(await generator.ask('getCredits', ana)).toMatchObject({ used: 0, reserved: 0 });
});

it('a model that extends by itself gets the photo in its full size, without a canvas', async () => {
  const { id } = await extendTo('16:9');
  await generator.run(id);
  const call = generator.calls.at(-1)!;
  expect(call).toMatchObject({ outpaint: { ratio: 16 / 9, anchor: 'end' }, mask: null });
  expect(await sharp(call.source!.bytes).metadata()).toMatchObject({ width: 120, height: 100 });
  expect(await generator.ask('getGeneration', ana, { generationId: id })).toMatchObject({ status: 'succeeded' });
});
