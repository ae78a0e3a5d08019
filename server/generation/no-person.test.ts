// Cutting out people where there are none.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cutOutModel } from '#server/generation/builtin/models.ts';
import { cutOut } from '#server/generation/builtin/neural/cut-out.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { drawnPerson } from '#tests/support/drawn-person.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';

let deps: TestDeps;
let generator: TestGenerator;
beforeAll(async () => {
  deps = await openTestDeps({ PERSONAL_CREDITS: '20' });
  generator = await openGenerator(deps, [cutOutModel]);
  generator.makeBy(async ({ source, background }) => {
    const { isSmaller: _, ...image } = await cutOut({ source: source!, background });
    return { images: [{ ...image, bytes: Buffer.from(image.bytes), seed: null }], warnings: [] };
  });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

it('fails once, with a sentence, and costs nothing; with a person it costs a credit', async () => {
  const ana = viewer(await createUser(deps));
  const made = async (file: Buffer) => {
    const { id: source } = await generator.ask('uploadGenerationSource', ana, {}, { body: { file } });
    const { id } = await generator.create(ana, { prompt: '', source: { kind: 'upload', id: source } });
    await generator.run(id);
    return generator.ask('getGeneration', ana, { generationId: id });
  };
  const wall = await sharp({ create: { width: 200, height: 160, channels: 3, background: '#7a8' } })
    .jpeg()
    .toBuffer();
  expect(await made(wall)).toMatchObject({
    status: 'failed',
    error: { code: 'empty_result', message: 'No person was found in this image.', retryable: false },
    credits: 0,
    images: [],
  });
  expect(await generator.ask('getCredits', ana)).toMatchObject({ used: 0, reserved: 0 });

  const portrait = await sharp(drawnPerson(200, 160), { raw: { width: 200, height: 160, channels: 3 } })
    .jpeg()
    .toBuffer();
  expect(await made(portrait)).toMatchObject({ status: 'succeeded', credits: 1, images: [{ width: 200, height: 160 }] });
  expect(await generator.ask('getCredits', ana)).toMatchObject({ used: 1, reserved: 0 });
}, 60_000);
