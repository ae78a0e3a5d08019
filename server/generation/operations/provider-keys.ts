// API keys of image providers, for super administrators.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import { isUnreadable } from '#server/db/sealed-secrets.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { type Catalog, refreshCatalog } from '#server/generation/catalog.ts';
import { GeneratorError, type Provider } from '#server/generation/generator.ts';
import { requireModelManager } from '#server/generation/operations/models.ts';
import { presentProviderKey } from '#server/generation/presenter.ts';
import {
  deleteProviderKey,
  deleteUnusedProviderKey,
  findUnusedProviderKey,
  listProviderKeys,
  listUnusedProviderKeys,
  lockProviderKey,
  lockUnusedProviderKey,
  saveKeyTest,
  saveProviderKey,
  saveUnusedProviderKey,
} from '#server/generation/provider-keys-repository.ts';
import { endingOf, NoUsableKey, type ProviderKeys } from '#server/generation/provider-keys.ts';
import { keyFault, type KeyedProviderId } from '#server/generator-settings.ts';
import { changedMeanwhile, matchesIfMatch } from '#server/http/etag.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

export interface KeyServices {
  keys: ProviderKeys;
  keyedProviders: readonly Provider[];
}

const TESTS = { name: 'provider key test', burst: 20, perHour: 60 };
/** The web app gives up after 30 seconds. */
const TEST_MS = 15_000;

/** What is known of the key of each provider that needs one. */
export async function describeProviderKeys(
  db: Queryable,
  { keys, keyedProviders }: KeyServices,
): Promise<{ id: string; name: string; key: Schemas['ProviderKey'] }[]> {
  const rows = await listProviderKeys(db);
  const unused = await listUnusedProviderKeys(db);
  return keyedProviders.map((provider) => {
    const id = provider.id as KeyedProviderId;
    const own = rows.find((row) => row.provider === id);
    const other = unused.find((row) => row.provider === id);
    return { id, name: provider.name, key: presentProviderKey(provider, own, keys.ofEnvironment(id), other) };
  });
}

export function providerKeyCalls({ db }: Pick<Deps, 'db'>, catalog: Catalog, services: KeyServices, limits: Pick<RateLimits, 'count'>) {
  const { keys, keyedProviders } = services;
  const providerOf = (id: KeyedProviderId): Provider => {
    const provider = keyedProviders.find((each) => each.id === id);
    if (!provider) throw new Error(`the provider ${id} is missing`);
    return provider;
  };

  /** Changes a key. The answer is what this change left: a version that someone else sets right after it is not the caller's to undo. */
  async function changed(id: KeyedProviderId, viewer: Viewer, change: (tx: Tx) => Promise<void>) {
    const body = await db.transaction(async (tx) => {
      requireModelManager(await lockPlatformRights(tx, viewer));
      await change(tx);
      return (await describeProviderKeys(tx, services)).find((each) => each.id === id)?.key;
    });
    if (!body) throw new Error(`the provider ${id} is missing`);
    // Its models are offered now, or no longer.
    await refreshCatalog(db, catalog);
    return { status: 200 as const, headers: { etag: tagOf(body) }, body };
  }

  const open = (provider: Provider, sealedKey: string) =>
    keys.unseal(provider.id, sealedKey).catch((error: unknown) => {
      if (!isUnreadable(error)) throw error;
      throw new Problem(409, 'no_provider_key', `${provider.name}’s API key can’t be read on this server any more. Set it again.`);
    });

  const countTest = ({ userId }: Viewer) => limits.count([{ limit: TESTS, of: userId, why: 'You have tested many keys' }]);

  /** Puts the key of this version into use, unless it was replaced or removed since. */
  async function putIntoUse(tx: Tx, providerId: KeyedProviderId, version: string): Promise<void> {
    const key = await lockUnusedProviderKey(tx, providerId);
    if (key?.version !== version) return;
    const { provider, sealedKey, ending, setBy } = key;
    await saveProviderKey(tx, { provider, version, sealedKey, ending, setBy });
    await deleteUnusedProviderKey(tx, providerId);
  }

  /** The key is in no entry, nor any part of it. */
  const record = (
    on: Queryable,
    action: Extract<AuditAction, `generation.${string}_provider_key`>,
    id: KeyedProviderId,
    { userId: actorId }: Viewer,
    request: FastifyRequest,
    detail: object = {},
  ) =>
    audit(on, {
      action,
      actorId,
      subjectType: 'generation_provider',
      subjectId: id,
      detail: { name: providerOf(id).name, ...detail },
      request,
    });

  return {
    async setProviderKey({ viewer, path: { providerId }, body, request }) {
      requireModelManager(viewer);
      const asked = body.key.trim();
      const fault = keyFault(asked);
      if (fault !== null)
        throw new Problem(422, 'invalid_request', `The key ${fault}.`, { errors: [{ field: 'body.key', message: fault }] });
      await countTest(viewer);
      // Before it is saved, so that the one in use stays in use until there is one that works.
      const test = await testKey(providerOf(providerId), asked);
      const sealedKey = await keys.seal(providerId, asked);
      const key = { provider: providerId, version: uuid7(), sealedKey, ending: endingOf(asked), setBy: viewer.userId };
      return changed(providerId, viewer, async (tx) => {
        const { result } = test;
        let replaced = false;
        if (result === 'accepted') {
          replaced = await saveProviderKey(tx, key);
          await deleteUnusedProviderKey(tx, providerId);
        } else await saveUnusedProviderKey(tx, { ...key, ...test, result });
        await record(tx, 'generation.set_provider_key', providerId, viewer, request, { replaced, result });
      });
    },

    async removeProviderKey({ viewer, path: { providerId }, header, request }) {
      requireModelManager(viewer);
      return changed(providerId, viewer, async (tx) => {
        const before = await lockProviderKey(tx, providerId);
        const unused = await lockUnusedProviderKey(tx, providerId);
        if (!before && !unused) return;
        const isAsked = (key: { version: string } | null) => key !== null && matchesIfMatch(header['if-match'], tagOf(key));
        if (!isAsked(before) && !isAsked(unused)) throw changedMeanwhile('this key');
        if (isAsked(before)) await deleteProviderKey(tx, providerId);
        if (isAsked(unused)) await deleteUnusedProviderKey(tx, providerId);
        await record(tx, 'generation.remove_provider_key', providerId, viewer, request);
      });
    },

    async useProviderKey({ viewer, path: { providerId }, header, request }) {
      requireModelManager(viewer);
      return changed(providerId, viewer, async (tx) => {
        const unused = await lockUnusedProviderKey(tx, providerId);
        if (!unused) throw new Problem(409, 'no_provider_key', `${providerOf(providerId).name} has no API key that waits to be used.`);
        if (!matchesIfMatch(header['if-match'], tagOf(unused))) throw changedMeanwhile('this key');
        await putIntoUse(tx, providerId, unused.version);
        await record(tx, 'generation.use_provider_key', providerId, viewer, request, { result: unused.result });
      });
    },

    async testProviderKey({ viewer, path: { providerId }, request }) {
      requireModelManager(viewer);
      const provider = providerOf(providerId);
      const unused = await findUnusedProviderKey(db, providerId);
      if (!unused && !(await keys.list()).has(providerId))
        throw new Problem(409, 'no_provider_key', `${provider.name} has no API key. Add one first.`);
      await countTest(viewer);
      const body = await testKey(provider, unused ? await open(provider, unused.sealedKey) : undefined);
      const { result, message } = body;
      await db.transaction(async (tx) => {
        requireModelManager(await lockPlatformRights(tx, viewer));
        if (unused && result === 'accepted') await putIntoUse(tx, providerId, unused.version);
        else if (unused && result !== 'accepted') await saveKeyTest(tx, providerId, unused.version, { result, message });
        await record(tx, 'generation.test_provider_key', providerId, viewer, request, { result });
      });
      await refreshCatalog(db, catalog);
      return { status: 200, body };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

const tagOf = ({ version }: { version: string | null }): string => `"${version ?? 'none'}"`;

const refusalOf = (name: string): string =>
  `${name} doesn’t accept this key. Check that all of it was pasted. If it is restricted on purpose, do a test run of a model.`;

/** @param key instead of the one in use */
async function testKey({ name, checkKey }: Provider, key?: string): Promise<Schemas['ProviderKeyTest']> {
  const untested = {
    result: 'untested',
    message: `${name} has no free way to test a key.${key === undefined ? ' Do a test run of one of its models.' : ''}`,
  } as const;
  if (!checkKey) return untested;
  const signal = AbortSignal.timeout(TEST_MS);
  try {
    await checkKey(signal, key);
    return { result: 'accepted', message: `${name} accepts this key.` };
  } catch (error) {
    if (signal.aborted) return { result: 'failed', message: `${name} didn’t respond in time. Try again later.` };
    if (!(error instanceof GeneratorError)) throw error;
    if (error instanceof NoUsableKey) return { result: 'failed', message: error.message };
    if (error.code === 'not_configured') return { result: 'refused', message: refusalOf(name) };
    if (error.code === 'model_unavailable') return untested;
    return { result: error.code === 'invalid_request' ? 'refused' : 'failed', message: error.message };
  }
}
