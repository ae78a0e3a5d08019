// Google's Gemini API: Imagen, which makes images of words, and Gemini, which changes pictures too.
import type { CatalogModel, Provider } from '#server/generation/generator.ts';
import type { ProviderAccess } from '#server/generator-settings.ts';
import { createClient, createKeyCheck, type Transport } from './client.ts';
import { providerError, type ErrorContext } from './errors.ts';
import { MAX_PROMPT_LENGTH, rejectUnsupported, defineCapabilities } from './payload.ts';
import { sdkGenerator } from './sdk.ts';

const NAME = 'Google';

const model = (
  name: string,
  title: string,
  credits: number,
  description: string,
  capabilities: CatalogModel['capabilities'],
): CatalogModel => ({
  id: `google:${name}`,
  provider: 'google',
  model: name,
  name: title,
  task: 'text-to-image',
  isAi: true,
  description,
  licence: 'Google’s Gemini API terms',
  credits,
  capabilities,
  digitalSourceType: 'trainedAlgorithmicMedia',
});

/** 480 tokens are what Imagen reads; a token is about four characters of English. */
const imagen = defineCapabilities({ max_count: 4, max_prompt_length: 1500, aspect_ratios: ['1:1', '3:4', '4:3', '9:16', '16:9'] });
/** Its seed is taken, and does not make the same image again: none is promised. */
const gemini = defineCapabilities({
  source: 'optional',
  max_count: 4,
  max_prompt_length: MAX_PROMPT_LENGTH,
  aspect_ratios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
});

const models = [
  model('imagen-4.0-generate-001', 'Imagen 4', 6, 'Creates photos and paintings from text.', imagen),
  model('imagen-4.0-fast-generate-001', 'Imagen 4 Fast', 4, 'Faster and simpler.', imagen),
  model('gemini-2.5-flash-image', 'Gemini 2.5 Flash Image', 6, 'Creates images from text, and edits an image.', gemini),
];

export function openGoogle({ baseUrl, key }: ProviderAccess, transport: Transport): Provider {
  const client = createClient({ name: NAME, baseUrl, hosts: [], headers: { 'x-goog-api-key': key }, secrets: [key], transport });
  const generator = sdkGenerator({
    client,
    // Gemini accepts one image per call; the SDK would allow ten.
    maxImages: (name) => (name.startsWith('gemini') ? 1 : 4),
    async open(fetch, name) {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ apiKey: key, baseURL: baseUrl, fetch }).image(name);
    },
    refusalIn: (body) => refusalIn(client.errorContext, body),
  });
  return {
    id: 'google',
    name: NAME,
    models,
    generator: rejectUnsupported(models, NAME, generator),
    checkKey: createKeyCheck(client, '/models?pageSize=1'),
  };
}

interface GoogleAnswer {
  predictions?: { raiFilteredReason?: string; bytesBase64Encoded?: string }[];
  promptFeedback?: { blockReason?: string };
  candidates?: { finishReason?: string; finishMessage?: string; content?: { parts?: { inlineData?: unknown; text?: string }[] } }[];
}

/** Google refuses with a 200: a reason where the image would be. */
function refusalIn(voice: ErrorContext, body: unknown) {
  if (typeof body !== 'object' || body === null) return null;
  const { predictions, promptFeedback, candidates }: GoogleAnswer = body;
  const images = predictions?.some(({ bytesBase64Encoded }) => bytesBase64Encoded !== undefined);
  const filtered = predictions?.find(({ raiFilteredReason }) => raiFilteredReason !== undefined)?.raiFilteredReason;
  if (filtered !== undefined && !images) return providerError(voice, 'content_policy', { providerMessage: filtered });
  if (promptFeedback?.blockReason !== undefined) return providerError(voice, 'content_policy', { logReason: promptFeedback.blockReason });
  const [candidate] = candidates ?? [];
  const parts = candidate?.content?.parts ?? [];
  if (!candidate || parts.some(({ inlineData }) => inlineData !== undefined)) return null;
  if (/SAFETY|PROHIBITED|BLOCKLIST|RECITATION|SPII/.test(candidate.finishReason ?? ''))
    return providerError(voice, 'content_policy', { providerMessage: candidate.finishMessage, logReason: candidate.finishReason });
  // It answers in words where it will not draw.
  const words = parts.map(({ text }) => text ?? '').join(' ');
  return words.trim() === '' ? null : providerError(voice, 'empty_result', { providerMessage: words });
}
