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

/** Null: not set up. */
export interface GeneratorSettings {
  openai: ProviderAccess | null;
  openaiCompatible: CompatibleAccess | null;
  google: ProviderAccess | null;
  fal: ProviderAccess | null;
  replicate: ProviderAccess | null;
  blackForestLabs: ProviderAccess | null;
  sdServer: { baseUrl: string } | null;
}

type Read = (name: VariableName) => string | null;
type Wrong = (name: VariableName, why: string) => Error;

const EDITS = '+edit';

/** @param wrong creates the error for a variable; its text never repeats a key */
export function readGeneratorSettings(read: Read, wrong: Wrong): GeneratorSettings {
  const addressOf = (name: VariableName): string | null => {
    const value = read(name);
    if (value === null) return null;
    const url = URL.canParse(value) ? new URL(value) : null;
    // The value is not repeated in the error: it may contain a password.
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
      throw wrong(name, 'it is not an address such as https://api.example.org/v1, without a user, a question mark or a hash');
    return url.href.replace(/\/+$/, '');
  };
  const keyOf = (name: VariableName): string | null => {
    const value = read(name);
    if (value !== null && !/^[\x21-\x7e]+$/.test(value)) throw wrong(name, 'it contains spaces or characters that are not valid in a key');
    return value;
  };
  const access = (key: VariableName, address: VariableName, usual: string): ProviderAccess | null => {
    const value = keyOf(key);
    const baseUrl = addressOf(address);
    if (value === null && baseUrl !== null) throw wrong(address, `it is set, while ${key} is missing`);
    return value === null ? null : { baseUrl: baseUrl ?? usual, key: value };
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
    openai: access('OPENAI_API_KEY', 'OPENAI_BASE_URL', 'https://api.openai.com/v1'),
    openaiCompatible: compatible(),
    google: access('GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_BASE_URL', 'https://generativelanguage.googleapis.com/v1beta'),
    fal: access('FAL_KEY', 'FAL_BASE_URL', 'https://queue.fal.run'),
    replicate: access('REPLICATE_API_TOKEN', 'REPLICATE_BASE_URL', 'https://api.replicate.com/v1'),
    blackForestLabs: access('BFL_API_KEY', 'BFL_BASE_URL', 'https://api.bfl.ai/v1'),
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
