// A local model on the built server, which is killed in the middle of a step: the image is made by the next one, and is the same.
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { registerPerson, type Person } from '#tests/support/api.ts';
import { ledgerOf, readGeneration, requestImages, waitForGeneration } from '#tests/support/generations.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { writeTinyModel } from '#tests/support/tiny-onnx-model.ts';

type Schemas = components['schemas'];

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ isDurable: false });
  person = await registerPerson(server.url);
}, 180_000);
afterAll(() => server?.dispose(), 60_000);

async function pixelsOf(generation: Schemas['Generation']): Promise<Buffer> {
  const file = await person.fetch(`/api/v1/generated-images/${generation.images[0]?.id}/original`);
  return sharp(Buffer.from(await file.arrayBuffer()))
    .raw()
    .toBuffer();
}

test('a model is offered once it is installed, and an interrupted image is made again', { timeout: 240_000 }, async () => {
  const offered = async () =>
    (await person.call<Schemas['GenerationModelList']>('GET', '/api/v1/generation-models')).body.items.find(
      ({ id }) => id === 'local:tiny',
    );
  expect(await offered()).toBeUndefined();
  await writeTinyModel(path.join(server.dataDir, 'models', 'tiny'), { extraWork: 20 });
  expect(await offered()).toMatchObject({ name: 'Tiny model', licence: 'MIT', capabilities: { steps: { min: 1, max: 20, default: 2 } } });

  const asked = { model: 'local:tiny', prompt: 'The cat and the red dog', seed: 7, steps: 20 };
  const whole = await waitForGeneration(person, (await requestImages(person, asked)).id, 120_000);
  expect(whole).toMatchObject({ status: 'succeeded', request: { steps: 20, seed: 7 } });

  const { id } = await requestImages(person, asked);
  const isInStep = async () => (await readGeneration(person, id)).message?.startsWith('Step') ?? false;
  await expect.poll(isInStep, { timeout: 60_000, interval: 20 }).toBe(true);
  await server.kill();
  await server.restart();
  const again = await waitForGeneration(person, id, 120_000);
  expect(again).toMatchObject({ status: 'succeeded', credits: 2 });
  expect(await ledgerOf(server, id)).toEqual(['reserve 2', 'settle 2', 'refund 0']);
  expect((await pixelsOf(again)).equals(await pixelsOf(whole))).toBe(true);
});
