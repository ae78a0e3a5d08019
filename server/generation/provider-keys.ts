// The API keys of image providers: those that super administrators set in the app, else those of the environment. Read from the database whenever
// one is used, so that all processes use a new key at once.
import { openSealedSecrets, type SealedSecrets } from '#server/db/sealed-secrets.ts';
import type { Deps } from '#server/deps.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { findSealedKey, listProvidersWithKey } from '#server/generation/provider-keys-repository.ts';
import { KEYED_PROVIDER_IDS, type KeyedProviderId, keyedProviders } from '#server/generator-settings.ts';

/** Nothing was sent to the provider. */
export class NoUsableKey extends GeneratorError {
  override name = 'NoUsableKey';

  constructor(message: string, cause?: unknown) {
    super('not_configured', message, { cause });
  }
}

export interface ProviderKeys {
  /** The key to use now. Null: there is none. */
  read(provider: KeyedProviderId): Promise<string | null>;
  /** Providers that have a key now. */
  list(): Promise<ReadonlySet<string>>;
  /** Of the environment. */
  ofEnvironment(provider: KeyedProviderId): string | null;
  /** Encrypts a key for the database. */
  seal: SealedSecrets['seal'];
  unseal: SealedSecrets['unseal'];
}

export function openProviderKeys({ config, db, secrets }: Pick<Deps, 'config' | 'db' | 'secrets'>): ProviderKeys {
  const sealed = openSealedSecrets(secrets, 'provider-key');
  const ofEnvironment = (provider: KeyedProviderId) => config.generators[keyedProviders[provider].setting]?.key ?? null;
  return {
    async read(provider) {
      const own = await findSealedKey(db, provider);
      return own === null ? ofEnvironment(provider) : sealed.unseal(provider, own);
    },
    async list() {
      const own = await listProvidersWithKey(db);
      return new Set([...own, ...KEYED_PROVIDER_IDS.filter((id) => ofEnvironment(id) !== null)]);
    },
    ofEnvironment,
    seal: sealed.seal,
    unseal: sealed.unseal,
  };
}

/** Shorter keys show nothing of themselves. */
const LEAST_LENGTH = 16;
const SHOWN = 4;

/** The characters by which people recognize a key. */
export const endingOf = (key: string): string | null => (key.length < LEAST_LENGTH ? null : key.slice(-SHOWN));
