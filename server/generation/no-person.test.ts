// Cutting out people where there are none.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cutOutModel, NOBODY } from '#server/generation/builtin/models.ts';
import { cutOut, hasPeople } from '#server/generation/builtin/neural/cut-out.ts';
import { GeneratorError, type Picture } from '#server/generation/generator.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { drawnPerson } from '#tests/support/drawn-person.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';

let deps: TestDeps;
let generator: TestGenerator;
/** Before anything is charged. */
let checkBy: (source: Picture) => Promise<string | null>;
beforeAll(async () => {
  deps = await openTestDeps({ PERSONAL_CREDITS: '20' });
  const check = (source: Picture) => checkBy(source);
  generator = await openGenerator(deps, [cutOutModel], undefined, { sourceCheck: (model) => (model === cutOutModel.model ? check : null) });
  generator.makeBy(async ({ source, background }) => {
    const { isSmaller: _, ...image } = await cutOut({ source: source!, background });
    return { images: [{ ...image, bytes: Buffer.from(image.bytes), seed: null }], warnings: [] };
  });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const wall = () =>
  sharp({ create: { width: 200, height: 160, channels: 3, background: '#7a8' } })
    .jpeg()
    .toBuffer();
const portrait = () =>
  sharp(drawnPerson(200, 160), { raw: { width: 200, height: 160, channels: 3 } })
    .jpeg()
    .toBuffer();

let ana: Viewer;
beforeEach(async () => {
  ana = viewer(await createUser(deps));
});
async function asked(file: Buffer) {
  const { id: source } = await generator.ask('uploadGenerationSource', ana, {}, { body: { file } });
  return generator.create(ana, { prompt: '', source: { kind: 'upload', id: source } });
}
async function made(file: Buffer) {
  const { id } = await asked(file);
  await generator.run(id);
  return generator.ask('getGeneration', ana, { generationId: id });
}
const credits = () => generator.ask('getCredits', ana);

it('is refused before anything is charged; with a person it costs a credit', async () => {
  checkBy = async (source) => ((await hasPeople({ source })).isAnybody ? null : NOBODY);
  await expect(asked(await wall())).rejects.toMatchObject({
    status: 422,
    code: 'invalid_request',
    message: 'No person was found in this image.',
    errors: [{ field: 'body.source' }],
  });
  expect((await generator.ask('listGenerations', ana)).items).toEqual([]);
  expect(await credits()).toMatchObject({ used: 0, reserved: 0 });

  expect(await made(await portrait())).toMatchObject({ status: 'succeeded', credits: 1, images: [{ width: 200, height: 160 }] });
  expect(await credits()).toMatchObject({ used: 1, reserved: 0 });
}, 60_000);

it('fails once, with the same sentence and a full refund, where it could not be checked before', async () => {
  checkBy = () => Promise.reject(new GeneratorError('provider_error', 'Creating this ended unexpectedly.'));
  expect(await made(await wall())).toMatchObject({
    status: 'failed',
    error: { code: 'empty_result', message: 'No person was found in this image.', retryable: false },
    credits: 0,
    images: [],
  });
  expect(await credits()).toMatchObject({ used: 0, reserved: 0 });
}, 60_000);
