// OpenAI, and servers that speak its image calls.
import type { CatalogModel, Provider } from '#server/generation/generator.ts';
import type { CompatibleAccess, ProviderAccess } from '#server/generator-settings.ts';
import { createClient, createKeyCheck, type Transport } from './client.ts';
import { imageSizes, MAX_PROMPT_LENGTH, rejectUnsupported, defineCapabilities } from './payload.ts';
import { sdkGenerator } from './sdk.ts';

const OPENAI = 'OpenAI';
/** Its address is nothing that people need to know. */
const COMPATIBLE = 'Self-hosted';

const gptImage = (model: string, name: string, credits: number, description: string): CatalogModel => ({
  id: `openai:${model}`,
  provider: 'openai',
  model,
  name,
  task: 'text-to-image',
  isAi: true,
  description,
  licence: "OpenAI's terms of use",
  credits,
  capabilities: defineCapabilities({
    source: 'optional',
    mask: true,
    max_count: 4,
    max_prompt_length: MAX_PROMPT_LENGTH,
    sizes: imageSizes('1024x1024', '1536x1024', '1024x1536'),
  }),
  digitalSourceType: 'trainedAlgorithmicMedia',
});

const models = [
  gptImage('gpt-image-1', 'GPT Image 1', 8, 'Follows long prompts closely and renders text well. Can also edit an image.'),
  gptImage('gpt-image-1-mini', 'GPT Image 1 mini', 4, 'Smaller and cheaper. Can also edit an image.'),
];

export function openOpenAi({ baseUrl, key }: ProviderAccess, transport: Transport): Provider {
  const client = createClient({
    name: OPENAI,
    baseUrl,
    hosts: [],
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    transport,
  });
  const generator = sdkGenerator({
    client,
    maxImages: () => 4,
    maskIsTransparent: true,
    async open(fetch, model) {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ apiKey: key, baseURL: baseUrl, fetch }).image(model);
    },
  });
  return {
    id: 'openai',
    name: OPENAI,
    models,
    generator: rejectUnsupported(models, OPENAI, generator),
    checkKey: createKeyCheck(client, '/models'),
  };
}

export function openOpenAiCompatible({ baseUrl, key, models: names }: CompatibleAccess, transport: Transport): Provider {
  const name = COMPATIBLE;
  const models = names.map((model): CatalogModel => ({
    id: `openai-compatible:${model.name}`,
    provider: 'openai-compatible',
    model: model.name,
    name: model.name,
    task: 'text-to-image',
    isAi: true,
    description: 'Runs on an OpenAI-compatible server connected to this platform.',
    licence: null,
    credits: 4,
    capabilities: defineCapabilities({
      source: model.edits ? 'optional' : 'none',
      mask: model.edits,
      max_count: 4,
      max_prompt_length: MAX_PROMPT_LENGTH,
      sizes: imageSizes('1024x1024', '512x512', '768x768', '1024x768', '768x1024'),
    }),
    digitalSourceType: 'trainedAlgorithmicMedia',
  }));
  const client = createClient({ name, baseUrl, hosts: [], headers: {}, secrets: key === null ? [] : [key], transport });
  const generator = sdkGenerator({
    client,
    maxImages: () => 4,
    maskIsTransparent: true,
    async open(fetch, model) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ name: 'compatible', apiKey: key ?? undefined, baseURL: baseUrl, fetch }).imageModel(model);
    },
  });
  return { id: 'openai-compatible', name, models, generator: rejectUnsupported(models, name, generator) };
}
