// API keys of image providers that are set in the app: how they are stored, which one is used when, and what a test of one says.
import { randomBytes } from 'node:crypto';
import { desc, eq, like } from 'drizzle-orm';
import { CompactEncrypt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '#server/db/schema/platform.ts';
import { providerKeys, unusedProviderKeys } from '#server/db/schema/provider-keys.ts';
import { generationServicesOf } from '#server/generation/catalog.ts';
import { generationOperations } from '#server/generation/operations.ts';
import { endingOf } from '#server/generation/provider-keys.ts';
import { generationRunner } from '#server/generation/run-generation.ts';
import { KEYED_PROVIDER_IDS, type KeyedProviderId } from '#server/generator-settings.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { unlimited } from '#tests/support/fake-generator.ts';
import { blackForestLabsResponder, falResponder, replicateResponder } from '#tests/support/fake-job-providers.ts';
import { startFakeProvider, type FakeProvider, type Respond } from '#tests/support/fake-provider.ts';
import { googleResponder, openAiResponder } from '#tests/support/fake-sync-providers.ts';
import { askOperations, outcome } from '#tests/support/operations.ts';

const FIRST = 'sk-first-0123456789-Aa11';
const SECOND = 'sk-second-0123456789-Bb22';
const responders: Record<KeyedProviderId, Respond> = {
  openai: openAiResponder,
  google: googleResponder,
  fal: falResponder(),
  replicate: replicateResponder(),
  'black-forest-labs': blackForestLabsResponder(),
};

let deps: TestDeps;
let sam: Viewer;
let fakes: Record<KeyedProviderId, FakeProvider>;
const open: { close: () => void }[] = [];
beforeAll(async () => {
  deps = await openTestDeps();
  sam = viewer(await createUser(deps, { firstName: 'Sam', role: 'super_admin' }), { permissions: { all: true } });
  const started = KEYED_PROVIDER_IDS.map(
    async (id) =>
      [id, await startFakeProvider(responders[id], (line, trouble) => line.startsWith('GET ') && trouble === 'faulty')] as const,
  );
  fakes = Object.fromEntries(await Promise.all(started)) as typeof fakes;
}, 120_000);
afterAll(async () => {
  await Promise.all(Object.values(fakes ?? {}).map((fake) => fake.close()));
  await deps?.dispose();
}, 60_000);
beforeEach(async () => {
  await deps.db.delete(providerKeys);
  await deps.db.delete(unusedProviderKeys);
  for (const fake of Object.values(fakes)) Object.assign(fake, { trouble: null, seen: [] });
});
afterEach(() => open.splice(0).forEach((services) => services.close()));

/** A process of the server, with what it remembers. @param key of OpenAI in its environment */
async function startProcess(key: string | null = null, url = fakes.openai.url) {
  const addresses = { ...Object.fromEntries(KEYED_PROVIDER_IDS.map((id) => [id, fakes[id].url])), openai: url };
  const config = {
    ...deps.config,
    providerAddresses: addresses as typeof deps.config.providerAddresses,
    generators: { ...deps.config.generators, openai: key === null ? null : { baseUrl: url, key } },
  };
  const own = { ...deps, config };
  const services = generationServicesOf(own);
  open.push(services);
  const pictures = derivativesOf(own);
  const photoSource = () => Promise.reject(new Error('no photo'));
  const ask = askOperations(
    generationOperations(own, { catalog: services.catalog, pictures, photoSource, keyServices: services, limits: unlimited }),
  );
  const run = generationRunner(own, { catalog: services.catalog, pictures, sensitive: null });
  const path = (providerId: KeyedProviderId) => ({ providerId });
  return {
    ask,
    set: (value: string, id: KeyedProviderId = 'openai', who = sam) => ask('setProviderKey', who, path(id), { body: { key: value } }),
    remove: (id: KeyedProviderId = 'openai', version?: string) =>
      ask('removeProviderKey', sam, path(id), { header: version === undefined ? {} : { 'if-match': `"${version}"` } }),
    use: (version: string, id: KeyedProviderId = 'openai') =>
      ask('useProviderKey', sam, path(id), { header: { 'if-match': `"${version}"` } }),
    test: (id: KeyedProviderId = 'openai') => ask('testProviderKey', sam, path(id)),
    offered: async () => (await ask('listGenerationModels', sam, {}, { query: {} })).items.map(({ id }) => id),
    provider: async (id: KeyedProviderId = 'openai') =>
      (await ask('listPlatformModels', sam)).providers.find((provider) => provider.id === id),
    async make(prompt: string) {
      const body = { model: 'openai:gpt-image-1', prompt };
      const { id } = await ask('createGeneration', sam, {}, { body, header: { 'idempotency-key': uuid7() } });
      await run(id, new AbortController().signal);
      return ask('getGeneration', sam, { generationId: id });
    },
  };
}

/** With requests for images, not with tests. */
const keysSent = () => fakes.openai.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers.authorization);
const entries = () =>
  deps.db
    .select({ action: auditLog.action, subject: auditLog.subjectId, detail: auditLog.detail })
    .from(auditLog)
    .where(like(auditLog.action, 'generation.%_provider_key'))
    .orderBy(desc(auditLog.id));

describe('a key that is set in the app', () => {
  it('is encrypted in the database, and neither returned nor recorded', async () => {
    const server = await startProcess();
    expect((await server.provider())?.key).toMatchObject({ source: 'none', ending: null, variable: 'OPENAI_API_KEY', can_test: true });
    const key = await server.set(FIRST);
    expect(key).toMatchObject({ source: 'app', ending: 'Aa11', set_by: 'Sam Test', is_in_environment: false });
    const [row] = await deps.db.select().from(providerKeys).where(eq(providerKeys.provider, 'openai'));
    expect(row?.sealedKey).toMatch(/^[\w-]+\.[\w-]*(\.[\w-]+){3}$/);
    expect((await entries())[0]).toMatchObject({
      action: 'generation.set_provider_key',
      subject: 'openai',
      detail: { name: 'OpenAI', replaced: false },
    });
    const told = JSON.stringify([key, row, await entries(), await server.ask('listPlatformModels', sam)]);
    expect(told).not.toContain(FIRST.slice(0, 12));
    expect(JSON.stringify(await entries()), 'not even its end').not.toContain('Aa11');
  });

  it('is opened for its own provider only', async () => {
    const server = await startProcess();
    await server.set(FIRST);
    const [row] = await deps.db.select().from(providerKeys);
    await deps.db.insert(providerKeys).values({ ...row!, provider: 'fal' });
    expect((await server.test('openai')).result).toBe('accepted');
    await deps.db.update(providerKeys).set({ sealedKey: row!.sealedKey }).where(eq(providerKeys.provider, 'fal'));
    const { keys } = generationServicesOf({ ...deps });
    await expect(keys.read('fal')).rejects.toThrow('belongs to another one');
  });

  it('offers the models of its provider in every process at once, and takes them away', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const model = 'openai:gpt-image-1';
    expect([await one.offered(), await other.offered()].map((ids) => ids.includes(model))).toEqual([false, false]);
    await one.set(FIRST);
    expect([await one.offered(), await other.offered()].map((ids) => ids.includes(model))).toEqual([true, true]);
    expect(await one.provider()).toMatchObject({ name: 'OpenAI', is_set_up: true });
    await other.remove();
    expect([await one.offered(), await other.offered()].map((ids) => ids.includes(model))).toEqual([false, false]);
    expect(await one.provider()).toMatchObject({ name: 'OpenAI', is_set_up: false, key: { source: 'none' } });
    expect(await one.ask('getPlatformModel', sam, { modelId: model })).toMatchObject({ provider: 'OpenAI', is_set_up: false });
    expect((await entries())[0]).toMatchObject({ action: 'generation.remove_provider_key', detail: { name: 'OpenAI' } });
  });

  it('is read for each generation, so that a replaced one is used without a restart', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    await one.set(FIRST);
    expect(await other.make('A lantern')).toMatchObject({ status: 'succeeded' });
    await one.set(SECOND);
    expect(await other.make('A boat')).toMatchObject({ status: 'succeeded' });
    expect(keysSent()).toEqual([`Bearer ${FIRST}`, `Bearer ${SECOND}`]);
    expect((await entries())[0]).toMatchObject({ detail: { name: 'OpenAI', replaced: true } });
  });

  it('is used instead of the one of the environment, which is used again after it', async () => {
    const server = await startProcess(SECOND);
    expect((await server.provider())?.key).toMatchObject({ source: 'environment', ending: 'Bb22', set_by: null, is_in_environment: true });
    expect(await server.set(FIRST)).toMatchObject({ source: 'app', ending: 'Aa11', is_in_environment: true });
    await server.make('A lantern');
    expect(await server.remove()).toMatchObject({ source: 'environment', ending: 'Bb22' });
    await server.make('A boat');
    expect(keysSent()).toEqual([`Bearer ${FIRST}`, `Bearer ${SECOND}`]);
  });

  it('is not removed by an undo once someone else has replaced it, and a removal can be repeated', async () => {
    const server = await startProcess();
    const { version } = await server.set(FIRST);
    const next = await server.set(SECOND);
    expect(await outcome(server.remove('openai', version!))).toBe('changed_meanwhile');
    expect((await server.provider())?.key).toMatchObject({ ending: 'Bb22' });
    expect(await server.remove('openai', next.version!)).toMatchObject({ source: 'none', version: null });
    expect(await outcome(server.remove('openai', next.version!))).toBe('done');
    expect((await entries()).slice(0, 3).map(({ action }) => action)).toEqual([
      'generation.remove_provider_key',
      'generation.set_provider_key',
      'generation.set_provider_key',
    ]);
  });

  // Otherwise the undo of one would remove the key of the other.
  it('is answered to the one who set it, when several are set at once', async () => {
    const server = await startProcess();
    const endings = Array.from({ length: 12 }, (_, index) => `-e${index + 10}`);
    const answers = await Promise.all(endings.map((ending) => server.set(`sk-at-once-0123456789${ending}`)));
    expect(answers.map(({ ending }) => ending)).toEqual(endings);
    const firsts = (await entries()).slice(0, endings.length).filter(({ detail }) => detail?.replaced === false);
    expect(firsts).toHaveLength(1);
  });

  it('that can’t be decrypted any more is said to be unreadable, and can be replaced', async () => {
    const server = await startProcess();
    await server.set(FIRST);
    const model = 'openai:gpt-image-1';
    // By the key of another server, and damaged.
    const foreign = await new CompactEncrypt(Buffer.from(FIRST))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(randomBytes(32));
    for (const sealedKey of [foreign, foreign.slice(0, -9), 'no sealed key']) {
      await deps.db.update(providerKeys).set({ sealedKey });
      const message = 'OpenAI’s API key can’t be read on this server any more. A super admin needs to set it again.';
      expect(await server.test()).toEqual({ result: 'failed', message });
      expect(await server.offered()).toContain(model);
      expect(await server.make('A lantern')).toMatchObject({ status: 'failed', credits: 0, error: { code: 'not_configured', message } });
    }
    await server.set(SECOND);
    expect(await server.test()).toMatchObject({ result: 'accepted' });
  });

  it('is stored without the spaces and line breaks around it', async () => {
    const server = await startProcess();
    await server.set(` \r\n\t${FIRST}\n\u00a0`);
    expect(fakes.openai.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${FIRST}`]);
  });

  it.each([
    ['nothing', '', 'is empty'],
    ['only spaces', ' \n\t ', 'is empty'],
    ['a line break inside', 'sk-one\nsk-two', 'contains spaces or characters that are not valid in a key'],
    ['a control character', 'sk-one\u0007', 'contains spaces or characters that are not valid in a key'],
    ['an invisible character', 'sk-\u200bone', 'contains spaces or characters that are not valid in a key'],
    ['another script', 'ключ-ключ', 'contains spaces or characters that are not valid in a key'],
    ['half of a character', 'sk-\ud83d', 'contains spaces or characters that are not valid in a key'],
  ])('is refused if it is %s', async (_what, value, message) => {
    const server = await startProcess();
    const error: unknown = await server.set(value).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(JSON.stringify(error)).toContain(message);
    expect(await deps.db.select().from(providerKeys)).toEqual([]);
  });

  it('is set, removed and tested by super administrators only', async () => {
    const server = await startProcess(FIRST);
    const ana = viewer(await createUser(deps));
    const path = { providerId: 'openai' };
    expect(await outcome(server.set(SECOND, 'openai', ana))).toBe('forbidden');
    expect(await outcome(server.ask('removeProviderKey', ana, path))).toBe('forbidden');
    expect(await outcome(server.ask('testProviderKey', ana, path))).toBe('forbidden');
    expect(await outcome(server.ask('useProviderKey', ana, path))).toBe('forbidden');
    expect(fakes.openai.seen).toEqual([]);
  });

  it('shows nothing of itself if it is short', () => {
    expect([endingOf('sk-1234'), endingOf('0123456789abcdef')]).toEqual([null, 'cdef']);
  });
});

describe('a key that fails its test', () => {
  const model = 'openai:gpt-image-1';

  it('is kept, and offers nothing until it passes', async () => {
    const server = await startProcess();
    fakes.openai.trouble = 'denied';
    const kept = await server.set(FIRST);
    const test = { result: 'refused', message: expect.stringMatching(/^OpenAI doesn’t accept this key/) as string };
    expect(kept).toMatchObject({ source: 'none', version: null, unused: { ending: 'Aa11', set_by: 'Sam Test', test } });
    expect(JSON.stringify([kept, await entries()])).not.toContain(FIRST.slice(0, 12));
    expect(await server.offered()).not.toContain(model);
    expect(await server.provider()).toMatchObject({ is_set_up: false });
    expect(await outcome(server.make('A lantern'))).not.toBe('done');
    expect(await server.test()).toMatchObject({ result: 'refused' });
    expect((await entries())[0]).toMatchObject({ action: 'generation.test_provider_key', detail: { name: 'OpenAI', result: 'refused' } });
    expect(await server.offered()).not.toContain(model);
    fakes.openai.trouble = null;
    expect(await server.test()).toEqual({ result: 'accepted', message: 'OpenAI accepts this key.' });
    expect((await server.provider())?.key).toMatchObject({ source: 'app', ending: 'Aa11', version: kept.unused?.version, unused: null });
    expect(await server.offered()).toContain(model);
    expect(await server.make('A lantern')).toMatchObject({ status: 'succeeded' });
  });

  it('leaves the one in use where it is, of the app and of the environment', async () => {
    const [server, other] = [await startProcess(), await startProcess(SECOND)];
    await server.set(FIRST);
    fakes.openai.trouble = 'denied';
    const { version, unused } = await server.set(SECOND);
    expect([version, unused?.ending]).toEqual([expect.any(String), 'Bb22']);
    fakes.openai.trouble = null;
    await server.make('A lantern');
    expect(keysSent()).toEqual([`Bearer ${FIRST}`]);
    // Discarded by its version, then the other by its own.
    expect(await server.remove('openai', unused!.version)).toMatchObject({ source: 'app', ending: 'Aa11', unused: null });
    await server.remove('openai', version!);
    fakes.openai.trouble = 'denied';
    expect(await other.set(FIRST)).toMatchObject({ source: 'environment', ending: 'Bb22', unused: { ending: 'Aa11' } });
    expect(await other.remove(), 'without a version, none is left').toMatchObject({ source: 'environment', unused: null });
  });

  it('is used if a super administrator says so, once', async () => {
    const server = await startProcess();
    const { unused } = await server.set(FIRST, 'fal');
    expect(unused?.test).toEqual({ result: 'untested', message: 'fal has no free way to test a key.' });
    expect((await server.provider('fal'))?.is_set_up).toBe(false);
    expect(await outcome(server.use('0199aa00-0000-7000-8000-000000000a01', 'fal'))).toBe('changed_meanwhile');
    expect(await server.use(unused!.version, 'fal')).toMatchObject({ source: 'app', version: unused!.version, unused: null });
    expect((await server.provider('fal'))?.is_set_up).toBe(true);
    expect((await entries())[0]).toMatchObject({ action: 'generation.use_provider_key', subject: 'fal', detail: { result: 'untested' } });
    expect(await outcome(server.use(unused!.version, 'fal'))).toBe('no_provider_key');
  });

  it('is replaced by one that passes', async () => {
    const server = await startProcess();
    fakes.openai.trouble = 'denied';
    await server.set(FIRST);
    fakes.openai.trouble = null;
    expect(await server.set(SECOND)).toMatchObject({ ending: 'Bb22', unused: null });
  });

  it('is said to be unreadable if nothing can decrypt it any more', async () => {
    const server = await startProcess();
    fakes.openai.trouble = 'denied';
    await server.set(FIRST);
    const [row] = await deps.db.select().from(unusedProviderKeys);
    await deps.db.update(unusedProviderKeys).set({ sealedKey: row!.sealedKey.replace(/.{9}$/, 'AAAAAAAAA') });
    expect(await outcome(server.test())).toBe('no_provider_key');
  });

  it('because the server has no network says so, as does a request that fails for it', async () => {
    const nowhere = await startProcess(SECOND, 'http://127.0.0.1:1');
    expect((await nowhere.set(FIRST)).unused?.test).toEqual({ result: 'failed', message: 'This server can’t reach OpenAI.' });
    expect(await nowhere.make('A lantern')).toMatchObject({ message: 'This server can’t reach OpenAI. We’ll retry.' });
  });
});

it('a key that the provider refuses for real requests is named on the board of models', async () => {
  const server = await startProcess();
  await server.set(FIRST);
  fakes.openai.trouble = 'denied';
  await server.make('A lantern');
  expect((await server.provider())?.health).toMatchObject({ last_error_code: 'not_configured' });
});

describe('the test of a key', () => {
  const lines: Partial<Record<KeyedProviderId, string>> = {
    openai: 'GET /models',
    google: 'GET /models?pageSize=1',
    replicate: 'GET /account',
    'black-forest-labs': 'GET /credits',
  };

  it.each(Object.entries(lines) as [KeyedProviderId, string][])('of %s sends one request that costs nothing', async (id, line) => {
    const server = await startProcess();
    expect(await server.set(FIRST, id)).toMatchObject({ source: 'app', unused: null });
    expect(fakes[id].seen.splice(0).map(({ method, path }) => `${method} ${path}`)).toEqual([line]);
    expect(await server.test(id)).toMatchObject({ result: 'accepted', message: expect.stringMatching(/ accepts this key\.$/) as string });
    expect(fakes[id].seen.map(({ method, path }) => `${method} ${path}`)).toEqual([line]);
    expect(JSON.stringify(fakes[id].seen[0]?.headers)).toContain(FIRST);
    fakes[id].trouble = 'denied';
    const refused = await server.test(id);
    expect(refused).toMatchObject({ result: 'refused', message: expect.stringMatching(/doesn’t accept this key/) as string });
    fakes[id].trouble = 'faulty';
    expect((await server.test(id)).result).toBe('failed');
    expect((await entries()).slice(0, 3).map(({ detail }) => detail?.result)).toEqual(['failed', 'refused', 'accepted']);
  });

  it('is not made where nothing is free', async () => {
    const server = await startProcess();
    expect((await server.set(FIRST, 'fal')).can_test).toBe(false);
    expect(await server.test('fal')).toMatchObject({ result: 'untested' });
    expect(fakes.fal.seen).toEqual([]);
  });

  it('needs a key', async () => {
    expect(await outcome((await startProcess()).test())).toBe('no_provider_key');
    expect((await (await startProcess(FIRST)).test()).result).toBe('accepted');
  });
});
