// The models that this process can run, combined with their settings in the database.
import { planOf } from '#server/billing/plans-repository.ts';
import { isUnreadable } from '#server/db/sealed-secrets.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { openBuiltinProvider } from '#server/generation/builtin/provider.ts';
import { BUILTIN, type CatalogModel, type Generator, type Provider } from '#server/generation/generator.ts';
import { installedModels } from '#server/generation/local/install/installed-models.ts';
import { openLocalProvider } from '#server/generation/local/provider.ts';
import { listEnabledModels, saveModel, type ModelRow } from '#server/generation/model-repository.ts';
import { type Audience, canUseModel, costsMoney } from '#server/generation/policy.ts';
import type { SensitiveCheck } from '#server/generation/provenance.ts';
import { NoUsableKey, openProviderKeys, type ProviderKeys } from '#server/generation/provider-keys.ts';
import { openBlackForestLabs } from '#server/generation/providers/black-forest-labs.ts';
import { createTransport, type Transport } from '#server/generation/providers/client.ts';
import { openFal } from '#server/generation/providers/fal.ts';
import { openGoogle } from '#server/generation/providers/google.ts';
import { defaultTiming, type JobTiming } from '#server/generation/providers/jobs.ts';
import { openOpenAi, openOpenAiCompatible } from '#server/generation/providers/openai.ts';
import { openReplicate } from '#server/generation/providers/replicate.ts';
import { openSdServer } from '#server/generation/providers/sd-server.ts';
import {
  type GeneratorSettings,
  type KeyedProviderId,
  keyedProviders,
  type ProviderAccess,
  type ProviderAddresses,
} from '#server/generator-settings.ts';
import type { Viewer } from '#server/viewer.ts';

export interface KnownModel extends CatalogModel {
  providerName: string;
  generator: Generator;
}

/** By id, in the order of the providers. */
export interface Catalog extends ReadonlyMap<string, KnownModel> {
  /** Asks providers whose models change for their current ones. Whether they have changed. */
  refresh(): Promise<boolean>;
}

/** @param listKeys asked at each refresh which of the providers that need a key have one */
export const catalogOfProviders = (
  providers: readonly Provider[],
  listKeys: () => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set<string>()),
): Catalog => new ProviderCatalog(providers, listKeys);

class ProviderCatalog extends Map<string, KnownModel> implements Catalog {
  readonly #providers: readonly Provider[];
  readonly #listKeys: () => Promise<ReadonlySet<string>>;
  readonly #current: Map<Provider, readonly CatalogModel[]>;

  constructor(providers: readonly Provider[], listKeys: () => Promise<ReadonlySet<string>>) {
    super();
    this.#providers = providers;
    this.#listKeys = listKeys;
    this.#current = new Map(providers.map((provider) => [provider, provider.needsKey ? [] : provider.models]));
    this.#fill();
  }

  async refresh(): Promise<boolean> {
    let hasChanged = false;
    const keys = await this.#listKeys();
    for (const provider of this.#providers) {
      const models = provider.needsKey ? modelsWith(keys, provider) : await provider.currentModels?.();
      if (!models || JSON.stringify(models) === JSON.stringify(this.#current.get(provider))) continue;
      this.#current.set(provider, models);
      hasChanged = true;
    }
    if (hasChanged) this.#fill();
    return hasChanged;
  }

  #fill(): void {
    this.clear();
    for (const [{ name, generator }, models] of this.#current)
      for (const model of models) this.set(model.id, { ...model, providerName: name, generator });
  }
}

const modelsWith = (keys: ReadonlySet<string>, { id, models }: Provider): readonly CatalogModel[] => (keys.has(id) ? models : []);

/** What a server makes images with. */
interface GenerationServices extends Pick<OpenProviders, 'sensitive' | 'keys' | 'close'> {
  catalog: Catalog;
  /** Of the providers that need a key, whether or not they have one. */
  keyedProviders: readonly Provider[];
}

const shared = new WeakMap<Deps, GenerationServices>();

/** One for requests and jobs. */
export function generationServicesOf(deps: Deps): GenerationServices {
  const known = shared.get(deps);
  if (known) return known;
  const { providers, ...rest } = openProviders(deps);
  const catalog = catalogOfProviders(providers, rest.keys.list);
  const made = { catalog, keyedProviders: providers.filter(({ needsKey }) => needsKey), ...rest };
  shared.set(deps, made);
  return made;
}

interface OpenProviders {
  providers: readonly Provider[];
  keys: ProviderKeys;
  sensitive: SensitiveCheck;
  close(): void;
}

/** Nothing is started until something is to be made. */
function openProviders(deps: Pick<Deps, 'config' | 'db' | 'hub' | 'secrets'>): OpenProviders {
  const { config } = deps;
  const builtin = openBuiltinProvider();
  const keys = openProviderKeys(deps);
  const local = openLocalProvider({ installedModels: () => installedModels(deps) });
  return {
    providers: [builtin, ...openExternalProviders(config.generators, { keys, addresses: config.providerAddresses }), local],
    keys,
    sensitive: builtin.sensitive,
    close() {
      builtin.close();
      local.close();
    },
  };
}

interface Options {
  transport?: Transport;
  timing?: JobTiming;
  /** With these, providers that need a key are there without one too. */
  keys?: ProviderKeys;
  addresses?: ProviderAddresses;
}

const openers: Record<KeyedProviderId, (access: ProviderAccess, transport: Transport, timing: JobTiming) => Provider> = {
  openai: openOpenAi,
  google: openGoogle,
  fal: openFal,
  replicate: openReplicate,
  'black-forest-labs': openBlackForestLabs,
};

/** Nothing is sent until something is to be made. */
export function openExternalProviders(settings: GeneratorSettings, options: Options = {}): Provider[] {
  const { transport = createTransport(), timing = defaultTiming, keys, addresses } = options;
  const { openaiCompatible, sdServer } = settings;
  const keyed = (id: KeyedProviderId): Provider | null => {
    const access = settings[keyedProviders[id].setting];
    const open = (each: ProviderAccess) => openers[id](each, transport, timing);
    if (keys && addresses)
      return withCurrentKey(
        () => keys.read(id),
        (key) => open({ baseUrl: addresses[id], key }),
      );
    return access && open(access);
  };
  return [
    keyed('openai'),
    openaiCompatible && openOpenAiCompatible(openaiCompatible, transport),
    keyed('google'),
    keyed('fal'),
    keyed('replicate'),
    keyed('black-forest-labs'),
    sdServer && openSdServer(sdServer, transport, timing),
  ].filter((provider) => provider !== null);
}

/** A provider that reads its key for each generation, because it can be replaced and removed while the server runs. */
function withCurrentKey(readKey: () => Promise<string | null>, open: (key: string) => Provider): Provider {
  const { id, name, models, checkKey } = open('');
  const withKey = async () => {
    const key = await readKey().catch((error: unknown) => {
      if (!isUnreadable(error)) throw error;
      throw new NoUsableKey(`${name}’s API key can’t be read on this server any more. A super admin needs to set it again.`, error);
    });
    if (key === null) throw new NoUsableKey(`${name} has no API key on this server.`);
    return open(key);
  };
  return {
    id,
    name,
    models,
    needsKey: true,
    generator: { generate: async (request, context) => (await withKey()).generator.generate(request, context) },
    checkKey: checkKey && (async (signal, key) => (key === undefined ? await withKey() : open(key)).checkKey?.(signal)),
  };
}

/**
 * Call before using a catalog outside of a transaction: other processes install and remove models while this one runs.
 */
export async function refreshCatalog(db: Queryable, catalog: Catalog): Promise<void> {
  if (await catalog.refresh()) await saveCatalog(db, catalog);
}

/** Writes the models of this release and installed ones to the database. Settings of super administrators are preserved. */
export async function syncCatalog(db: Queryable, catalog: Catalog): Promise<void> {
  await catalog.refresh();
  await saveCatalog(db, catalog);
}

async function saveCatalog(db: Queryable, catalog: Catalog): Promise<void> {
  let position = 0;
  for (const model of catalog.values()) {
    position += 10;
    const known = {
      provider: model.provider,
      providerModel: model.model,
      name: model.name,
      task: model.task,
      description: model.description,
      licence: model.licence,
      isAi: model.isAi,
      capabilities: model.capabilities,
      digitalSourceType: model.digitalSourceType,
    };
    // Guests need no account, so models that cost money are not available to them.
    const audience: Audience = model.provider === BUILTIN ? 'everyone' : 'accounts';
    await saveModel(db, model.id, known, { credits: model.credits, audience, position });
  }
}

export interface UsableModel extends KnownModel {
  /** What the platform asks for each image. */
  price: number;
  /** Images a day; null: without a limit. */
  dailyLimit: number | null;
  costsMoney: boolean;
}

/** Enabled models that are configured in this process and available to the viewer, in the platform's order. */
export async function listUsableModels(
  db: Queryable,
  catalog: Catalog,
  viewer: Viewer,
  organizationId: string | null,
): Promise<UsableModel[]> {
  const rows = await listEnabledModels(db);
  const asksForPlan = organizationId !== null && rows.some(({ plans }) => plans.length > 0);
  const plan = asksForPlan ? (await planOf(db, organizationId)).plan.id : 'free';
  return rows.flatMap((row) => {
    const model = catalog.get(row.id);
    if (!model || !canUseModel(viewer, row, organizationId, plan)) return [];
    const { credits: price, dailyLimit } = row;
    return [{ ...model, capabilities: limitCapabilities(model.capabilities, row), price, dailyLimit, costsMoney: costsMoney(row) }];
  });
}

/** What a model takes, within what the platform allows of it. */
function limitCapabilities(
  takes: KnownModel['capabilities'],
  { maxCount, maxPixels }: Pick<ModelRow, 'maxCount' | 'maxPixels'>,
): KnownModel['capabilities'] {
  const fitting = takes.sizes.filter(({ width, height }) => maxPixels === null || width * height <= maxPixels);
  return {
    ...takes,
    max_count: Math.min(takes.max_count, maxCount ?? takes.max_count),
    // After an update, the model may no longer have a size below the configured limit.
    sizes: fitting.length === 0 ? takes.sizes : fitting,
  };
}
