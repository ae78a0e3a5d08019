// API keys of image providers: whatever is done with one, it is in no answer, in no log, and in the database only encrypted.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { freshSignIn, type Person } from '#tests/support/api.ts';
import { expectStatus } from '#tests/support/events.ts';
import { ask, told } from './ask.ts';
import { base } from './fixture.ts';
import { sql } from './sql.ts';

type Schemas = components['schemas'];

const KEY = 'AIza-contract-0123456789-Cc33';
const path = '/api/v1/platform/generation-providers/google/key';
let boss: Person;
beforeAll(async () => {
  boss = await freshSignIn(base, 'super@demo.test');
});
afterAll(() => boss.call('DELETE', path));

const set = (key: unknown, person = boss) => ask<Schemas['ProviderKey']>('setProviderKey', person, path, { key });
const list = async () =>
  expectStatus(await ask<Schemas['PlatformModelList']>('listPlatformModels', boss, '/api/v1/platform/generation-models'), 200, 'listing');

test('a key is set, kept unused because the provider can’t be reached, used anyway, shown by its end, and removed', async () => {
  const unused = expectStatus(await set(`\n  ${KEY}\r\n`), 200, 'setting a key');
  const test = { result: 'failed', message: 'This server can’t reach Google.' };
  expect(unused).toMatchObject({ source: 'none', ending: null, unused: { ending: 'Cc33', test } });
  expect((await list()).providers.find(({ id }) => id === 'google')).toMatchObject({ is_set_up: false, key: unused });
  const used = await ask<Schemas['ProviderKey']>('useProviderKey', boss, `${path}/use`);
  const saved = expectStatus(used, 200, 'using a key');
  expect(saved).toMatchObject({ source: 'app', ending: 'Cc33', set_by: expect.any(String) as string, unused: null });
  const { items, providers } = await list();
  expect(providers.find(({ id }) => id === 'google')).toMatchObject({ name: 'Google', is_set_up: true, key: saved });
  expect(items.find(({ id }) => id === 'google:gemini-2.5-flash-image')).toMatchObject({ is_set_up: true, provider: 'Google' });
  expect(await sql('select * from unused_provider_keys')).toEqual([]);
  const [row] = await sql<{ sealed_key: string }>(`select * from provider_keys where provider = 'google'`);
  expect(row?.sealed_key).toMatch(/^[\w-]+\.[\w-]*(\.[\w-]+){3}$/);
  const logs = await boss.call<Schemas['LogPage']>('GET', '/api/v1/platform/logs?area=generation');
  expect(JSON.stringify(logs.body)).toContain('generation.set_provider_key');
  for (const kept of [
    unused,
    saved,
    providers,
    row,
    logs.body,
    await sql('select detail from audit_log'),
    await sql('select * from generation_models'),
  ])
    expect(JSON.stringify(kept), 'leak: a key').not.toContain(KEY.slice(0, 12));
  expect(readFileSync(inject('serverLog'), 'utf8'), 'leak: a key in the log').not.toContain(KEY.slice(0, 12));
  const wrong = await boss.call('DELETE', path, { headers: { 'if-match': '"0199aa00-0000-7000-8000-000000000a01"' } });
  expect(told(wrong)).toEqual([412, 'changed_meanwhile']);
  const removed = await boss.call('DELETE', path, { headers: { 'if-match': `"${saved.version}"` } });
  expect(removed.body).toMatchObject({ source: 'none', ending: null, version: null });
  expect((await list()).providers.find(({ id }) => id === 'google')).toMatchObject({ is_set_up: false });
});

test.each([
  ['empty', ''],
  ['only spaces', ' \n '],
  ['ten kilobytes', 'k'.repeat(10_240)],
  ['with a control character', 'AIza\u0000key'],
  ['two lines', 'AIza-one\nAIza-two'],
  ['no text', 7],
])('a key that is %s is refused, and not repeated', async (_what, key) => {
  const refused = await set(key);
  expect(told(refused)).toEqual([422, 'invalid_request']);
  expect(refused.body).toMatchObject({ errors: [{ field: 'body.key' }] });
  expect(JSON.stringify(refused.body)).not.toMatch(/AIza|kkkk/);
  expect((await list()).providers.find(({ id }) => id === 'google')?.key).toMatchObject({ source: 'none' });
});

test('an unknown provider has no key, and one that needs none', async () => {
  for (const id of ['nobody', 'builtin', 'sd-server', '..%2f'])
    expect([404, 422], id).toContain((await boss.call('PUT', path.replace('google', id), { json: { key: KEY } })).status);
});
