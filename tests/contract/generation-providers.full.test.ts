// A provider's model that is switched off while an image is made, and answers of providers that no image can be made of: each costs nothing.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { registerPerson, type Person } from '#tests/support/api.ts';
import { falResponder } from '#tests/support/fake-job-providers.ts';
import { startFakeProvider, type FakeProvider, type ProviderTrouble } from '#tests/support/fake-provider.ts';
import { requestImages, waitForGeneration, readGeneration, ledgerOf } from '#tests/support/generations.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { codeOf, row, told } from './ask.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];

let fal: FakeProvider;
let server: TestServer;
let person: Person;
beforeAll(async () => {
  fal = await startFakeProvider(falResponder(), (line, trouble) => line.startsWith('POST ') && trouble !== 'slow');
  server = await startServer({ isDurable: false, env: { FAL_KEY: 'a-key', FAL_BASE_URL: fal.url } });
}, 180_000);
afterAll(async () => {
  await server?.dispose();
  await fal?.close();
}, 60_000);
beforeEach(async () => {
  person = await registerPerson(server.url);
  await server.sql('update users set is_verified = true where id = $1', [person.id]);
  fal.trouble = null;
});

test('a model that is switched off, before it is asked for and after', async () => {
  const paid = { model: 'fal:flux-schnell', prompt: 'A lantern', count: 1 };
  const enable = (isEnabled: boolean) => server.sql(`update generation_models set enabled = $1 where id = 'fal:flux-schnell'`, [isEnabled]);
  fal.trouble = 'busy';
  const { id } = await requestImages(person, paid);
  // The provider makes the server retry; the model is disabled in between.
  await expect.poll(async () => (await readGeneration(person, id)).message, { timeout: 60_000 }).toContain('We’ll retry');
  await enable(false);
  const refused = await person.call('POST', '/api/v1/generations', { headers: { 'idempotency-key': randomUUID() }, json: paid });
  judge(row('createGeneration'), refused, 'switched off');
  expect(told(refused)).toEqual([409, 'model_unavailable']);
  const models = await person.call<Schemas['GenerationModelList']>('GET', '/api/v1/generation-models');
  expect(models.body.items.map((model) => model.id)).not.toContain(paid.model);
  const ended = await waitForGeneration(person, id);
  await enable(true);
  expect(ended).toMatchObject({ status: 'failed', credits: 0, images: [], error: { code: 'model_unavailable', retryable: false } });
  expect(await ledgerOf(server, id)).toEqual(['reserve 4', 'settle 0', 'refund -4']);
});

describe('a provider that answers badly', () => {
  const answers: [ProviderTrouble, string, RegExp][] = [
    ['refuses', 'content_policy', /refuse|policy|content/i],
    ['unpaid', 'provider_quota', /out of credit/],
    ['html', 'provider_error', /fal/],
    ['malformed', 'provider_error', /fal/],
    ['endless', 'provider_error', /fal/],
    ['redirects', 'provider_error', /fal/],
    ['empty', 'empty_result', /./],
    ['no-picture', 'provider_error', /fal/],
    ['links-inside', 'provider_error', /fal/],
  ];
  test.each(answers)('%s', async (trouble, code, words) => {
    fal.trouble = trouble;
    const before = fal.seen.length;
    const { id } = await requestImages(person, { model: 'fal:flux-schnell', prompt: 'A lantern' });
    const ended = await waitForGeneration(person, id);
    expect(ended).toMatchObject({ status: 'failed', credits: 0, images: [], error: { code, retryable: false } });
    expect(ended.error?.message).toMatch(words);
    expect(ended.error?.message, 'leak: internals of the provider').not.toMatch(/169\.254|<|a-key/);
    expect(await ledgerOf(server, id)).toEqual(['reserve 4', 'settle 0', 'refund -4']);
    expect(
      fal.seen.slice(before).filter(({ method }) => method === 'POST'),
      'its request',
    ).toHaveLength(1);
  });

  test('and other requests run in the meantime', async () => {
    fal.trouble = 'slow';
    const { id: stuck } = await requestImages(person, { model: 'fal:flux-schnell', prompt: 'A lantern' });
    await expect.poll(async () => (await readGeneration(person, stuck)).status, { timeout: 60_000 }).toBe('running');
    const other = await registerPerson(server.url);
    expect(
      await waitForGeneration(other, (await requestImages(other, { model: 'builtin:illustrator', prompt: 'A cat on the moon' })).id),
    ).toMatchObject({ status: 'succeeded' });
    const cancelled = await person.call<Schemas['Generation']>('DELETE', `/api/v1/generations/${stuck}`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', credits: 0 });
    expect(codeOf(await person.call('GET', `/api/v1/generations/${randomUUID()}`))).toBe('not_found');
  });
});
