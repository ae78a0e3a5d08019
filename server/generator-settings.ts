// Configured image providers, read from the environment variables by config.ts.
import type { VariableName } from '#server/variables.ts';

/** Where a provider is reached, and with what. */
export interface ProviderAccess {
  /** Without a slash at the end. */
  baseUrl: string;
  key: string;
}

export interface CompatibleAccess {
  baseUrl: string;
  key: string | null;
  models: { name: string; edits: boolean }[];
}

/** Null: not set up by the environment. */
export interface GeneratorSettings {
  openai: ProviderAccess | null;
  openaiCompatible: CompatibleAccess | null;
  google: ProviderAccess | null;
  fal: ProviderAccess | null;
  replicate: ProviderAccess | null;
  blackForestLabs: ProviderAccess | null;
  sdServer: { baseUrl: string } | null;
}

interface KeyedProvider {
  setting: keyof GeneratorSettings;
  key: VariableName;
  address: VariableName;
  usualAddress: string;
}

/** Providers that need nothing but a key, which super administrators can set in the app, too. */
export const keyedProviders = {
  openai: { setting: 'openai', key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', usualAddress: 'https://api.openai.com/v1' },
  google: {
    setting: 'google',
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    address: 'GOOGLE_BASE_URL',
    usualAddress: 'https://generativelanguage.googleapis.com/v1beta',
  },
  fal: { setting: 'fal', key: 'FAL_KEY', address: 'FAL_BASE_URL', usualAddress: 'https://queue.fal.run' },
  replicate: {
    setting: 'replicate',
    key: 'REPLICATE_API_TOKEN',
    address: 'REPLICATE_BASE_URL',
    usualAddress: 'https://api.replicate.com/v1',
  },
  'black-forest-labs': { setting: 'blackForestLabs', key: 'BFL_API_KEY', address: 'BFL_BASE_URL', usualAddress: 'https://api.bfl.ai/v1' },
} as const satisfies Record<string, KeyedProvider>;
export type KeyedProviderId = keyof typeof keyedProviders;
export const KEYED_PROVIDER_IDS = Object.keys(keyedProviders) as KeyedProviderId[];

/** Where each is reached, whether or not it has a key. */
export type ProviderAddresses = Record<KeyedProviderId, string>;

/** Why a text can't be an API key, for "the key …"; null if it can. Never repeats it. */
export function keyFault(key: string): string | null {
  if (key === '') return 'is empty';
  return /^[\x21-\x7e]+$/.test(key) ? null : 'contains spaces or characters that are not valid in a key';
}

type Read = (name: VariableName) => string | null;
type Wrong = (name: VariableName, why: string) => Error;

const EDITS = '+edit';

/** @returns without a slash at the end */
function readAddress(read: Read, wrong: Wrong, name: VariableName): string | null {
  const value = read(name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  // The value is not repeated in the error: it may contain a password.
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw wrong(name, 'it is not an address such as https://api.example.org/v1, without a user, a question mark or a hash');
  return url.href.replace(/\/+$/, '');
}

export function readProviderAddresses(read: Read, wrong: Wrong): ProviderAddresses {
  const addressOf = (id: KeyedProviderId) => readAddress(read, wrong, keyedProviders[id].address) ?? keyedProviders[id].usualAddress;
  return Object.fromEntries(KEYED_PROVIDER_IDS.map((id) => [id, addressOf(id)])) as ProviderAddresses;
}

/** @param wrong creates the error for a variable; its text never repeats a key */
export function readGeneratorSettings(read: Read, wrong: Wrong): GeneratorSettings {
  const addressOf = (name: VariableName) => readAddress(read, wrong, name);
  const keyOf = (name: VariableName): string | null => {
    const value = read(name);
    const fault = value === null ? null : keyFault(value);
    if (fault !== null) throw wrong(name, `it ${fault}`);
    return value;
  };
  const addresses = readProviderAddresses(read, wrong);
  const access = (id: KeyedProviderId): ProviderAccess | null => {
    const key = keyOf(keyedProviders[id].key);
    return key === null ? null : { baseUrl: addresses[id], key };
  };
  const compatible = (): CompatibleAccess | null => {
    const baseUrl = addressOf('OPENAI_COMPATIBLE_BASE_URL');
    const models = read('OPENAI_COMPATIBLE_MODELS');
    const key = keyOf('OPENAI_COMPATIBLE_API_KEY');
    if (baseUrl === null) {
      for (const name of ['OPENAI_COMPATIBLE_API_KEY', 'OPENAI_COMPATIBLE_MODELS'] as const)
        if (read(name) !== null) throw wrong(name, 'it is set, while OPENAI_COMPATIBLE_BASE_URL is missing');
      return null;
    }
    if (models === null) throw wrong('OPENAI_COMPATIBLE_MODELS', 'it is missing, while OPENAI_COMPATIBLE_BASE_URL is set');
    return { baseUrl, key, models: modelsOf(models, (why) => wrong('OPENAI_COMPATIBLE_MODELS', why)) };
  };
  const sdServer = addressOf('SD_SERVER_URL');
  return {
    openai: access('openai'),
    openaiCompatible: compatible(),
    google: access('google'),
    fal: access('fal'),
    replicate: access('replicate'),
    blackForestLabs: access('black-forest-labs'),
    sdServer: sdServer === null ? null : { baseUrl: sdServer },
  };
}

/** A model's name is part of an id of at most 100 characters (CreateGenerationRequest). */
function modelsOf(text: string, wrong: (why: string) => Error): CompatibleAccess['models'] {
  const names = text.split(/[\s,]+/).filter(Boolean);
  const odd = names.find((name) => !/^[\w.:/+-]{1,80}$/.test(name) || name === EDITS);
  if (odd !== undefined || names.length === 0) throw wrong(`"${odd ?? ''}" is not the name of a model`);
  const models = names.map((name) => ({ name: name.endsWith(EDITS) ? name.slice(0, -EDITS.length) : name, edits: name.endsWith(EDITS) }));
  const twice = models.find(({ name }, index) => models.findIndex((other) => other.name === name) !== index);
  if (twice) throw wrong(`"${twice.name}" is given twice`);
  return models;
}
