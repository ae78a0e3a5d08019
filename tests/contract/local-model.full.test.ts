// A local model that a super administrator installs on the built server, which is killed in the middle of a step: the image is made by the next one,
// and is the same.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { registerPerson, signIn, type Person } from '#tests/support/api.ts';
import { ledgerOf, readGeneration, requestImages, waitForGeneration } from '#tests/support/generations.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { writeTinyModel } from '#tests/support/tiny-onnx-model.ts';

type Schemas = components['schemas'];

let server: TestServer;
let person: Person;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ais-offered-'));
  server = await startServer({ isDurable: false, env: { MODELS_FOLDER: folder } });
  person = await registerPerson(server.url);
}, 180_000);
afterAll(async () => {
  await server?.dispose();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** As the screen does it. */
async function install(name: string): Promise<void> {
  const admin = await signIn(server.url, 'super@demo.test');
  const source = { kind: 'folder', address: name };
  const { body } = await admin.call<Schemas['LocalModel']>('POST', '/api/v1/platform/local-model-manifest', { json: { source } });
  const accepted = { source, manifest_sha256: body.manifest_sha256, license_accepted: true };
  const { status } = await admin.call('PUT', `/api/v1/platform/local-models/${name}`, { json: accepted });
  expect(status).toBe(200);
}

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
  await writeTinyModel(path.join(folder, 'tiny'), { extraWork: 20 });
  await install('tiny');
  await expect
    .poll(offered, { timeout: 30_000 })
    .toMatchObject({ name: 'Tiny model', licence: 'MIT', capabilities: { steps: { min: 1, max: 20, default: 2 } } });

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
