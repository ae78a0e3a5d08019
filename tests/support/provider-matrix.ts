// Every provider of images with the fake server that speaks like it, and what was seen on the wire in a few words.
import type { GeneratorRequest } from '#server/generation/generator.ts';
import { readGeneratorSettings, type GeneratorSettings } from '#server/generator-settings.ts';
import type { VariableName } from '#server/variables.ts';
import { blackForestLabsResponder, falResponder, replicateResponder, sdServerResponder } from './fake-job-providers.ts';
import { startFakeProvider, type FakeProvider, type ProviderTrouble, type ReceivedRequest, type Respond } from './fake-provider.ts';
import { googleResponder, openAiResponder } from './fake-sync-providers.ts';

export interface MatrixRow {
  name: string;
  env: (url: string) => Partial<Record<VariableName, string>>;
  responder: () => Respond;
  /** Takes jobs: asked about after they were taken. */
  hasJobs: boolean;
  /** The model of words alone, of a source, of a source with a mask, and of a negative prompt. */
  models: { text: string; source?: string; mask?: string; negative?: string };
  shape: Partial<Pick<GeneratorRequest, 'size' | 'aspectRatio'>>;
  takesSeed: boolean;
  /** How its cancellation looks. */
  cancel: RegExp | null;
  /** What it has no way to say. */
  without: readonly ProviderTrouble[];
}

export const key = 'the-key-of-tests';
const square = { size: { width: 1024, height: 1024 } };
const ratio = { aspectRatio: '1:1' };

export const matrix: MatrixRow[] = [
  {
    name: 'OpenAI',
    env: (url) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
    responder: () => openAiResponder,
    hasJobs: false,
    models: { text: 'gpt-image-1', source: 'gpt-image-1', mask: 'gpt-image-1' },
    shape: square,
    takesSeed: false,
    cancel: null,
    without: [],
  },
  {
    name: 'OpenAI-compatible',
    env: (url) => ({
      OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: key,
      OPENAI_COMPATIBLE_MODELS: 'flux, kontext+edit',
    }),
    responder: () => openAiResponder,
    hasJobs: false,
    models: { text: 'flux', source: 'kontext', mask: 'kontext' },
    shape: square,
    takesSeed: false,
    cancel: null,
    without: [],
  },
  {
    name: 'Google Imagen',
    env: (url) => ({ GOOGLE_GENERATIVE_AI_API_KEY: key, GOOGLE_BASE_URL: `${url}/v1beta` }),
    responder: () => googleResponder,
    hasJobs: false,
    models: { text: 'imagen-4.0-generate-001' },
    shape: ratio,
    takesSeed: false,
    cancel: null,
    without: ['links-inside'],
  },
  {
    name: 'Google Gemini',
    env: (url) => ({ GOOGLE_GENERATIVE_AI_API_KEY: key, GOOGLE_BASE_URL: `${url}/v1beta` }),
    responder: () => googleResponder,
    hasJobs: false,
    models: { text: 'gemini-2.5-flash-image', source: 'gemini-2.5-flash-image' },
    shape: ratio,
    takesSeed: false,
    cancel: null,
    without: ['links-inside'],
  },
  {
    name: 'fal',
    env: (url) => ({ FAL_KEY: key, FAL_BASE_URL: url }),
    responder: falResponder,
    hasJobs: true,
    models: { text: 'flux-schnell', source: 'flux-dev', mask: 'flux-dev', negative: 'qwen-image' },
    shape: square,
    takesSeed: true,
    cancel: /^PUT \/fal-ai\/flux\/requests\/job-\d+\/cancel$/,
    without: [],
  },
  {
    name: 'Replicate',
    env: (url) => ({ REPLICATE_API_TOKEN: key, REPLICATE_BASE_URL: `${url}/v1` }),
    responder: () => {
      const speak = replicateResponder();
      // Below the version, as there; files lie elsewhere.
      return (seen, at) => speak({ ...seen, path: seen.path.replace(/^\/v1/, '') }, at);
    },
    hasJobs: true,
    models: { text: 'flux-schnell', source: 'flux-dev', mask: 'flux-dev' },
    shape: ratio,
    takesSeed: true,
    cancel: /^POST \/v1\/predictions\/job-\d+\/cancel$/,
    without: [],
  },
  {
    name: 'Black Forest Labs',
    env: (url) => ({ BFL_API_KEY: key, BFL_BASE_URL: `${url}/v1` }),
    responder: blackForestLabsResponder,
    hasJobs: true,
    models: { text: 'flux-pro-1.1', source: 'flux-kontext-pro', mask: 'flux-kontext-pro' },
    shape: square,
    takesSeed: true,
    cancel: null,
    without: [],
  },
  {
    name: 'sd-server',
    env: (url) => ({ SD_SERVER_URL: url }),
    responder: sdServerResponder,
    hasJobs: true,
    models: { text: 'default', source: 'default', mask: 'default', negative: 'default' },
    shape: square,
    takesSeed: true,
    cancel: /^POST \/sdcpp\/v1\/jobs\/job-\d+\/cancel$/,
    without: ['refuses', 'unpaid', 'denied', 'links-inside'],
  },
];

export function settingsOf(variables: Partial<Record<VariableName, string>>): GeneratorSettings {
  return readGeneratorSettings(
    (name) => variables[name] ?? null,
    (name, why) => new Error(`${name}: ${why}`),
  );
}

export const startRow = ({ responder, hasJobs }: MatrixRow): Promise<FakeProvider> =>
  startFakeProvider(responder(), (line, trouble) => isSubmission(line) && !(hasJobs && trouble === 'slow'));

export const requestLine = ({ method, path }: Pick<ReceivedRequest, 'method' | 'path'>): string => `${method} ${path}`;
const isSubmission = (line: string) => line.startsWith('POST ') && !/\/cancel$|\/files$/.test(line);
export const submissions = (seen: readonly ReceivedRequest[]): ReceivedRequest[] => seen.filter((one) => isSubmission(requestLine(one)));

/** All that a submission holds, whatever its shape, by the last part of its name. */
export function fieldsOf({ json, form }: ReceivedRequest): Map<string, unknown> {
  const fields = new Map<string, unknown>(form ? [...form.entries()] : []);
  const walk = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const [inner, one] of Object.entries(value)) walk(inner, one);
    else fields.set(name, value);
  };
  walk('', json);
  return fields;
}

const counts = ['n', 'sampleCount', 'batch_count', 'num_images', 'num_outputs'];
const pictures = ['image', 'image[]', 'mask', 'data', 'image_url', 'mask_url', 'input_image', 'init_image', 'mask_image'];

/** Such as `POST /v1/flux-pro-1.1 ×2, seed 7, 8`. */
export function summarize(seen: readonly ReceivedRequest[]): string {
  const sent = submissions(seen).map((one) => ({ line: requestLine(one), fields: fieldsOf(one) }));
  const [first] = sent;
  if (!first) return 'nothing sent';
  const of = (names: readonly string[]) => names.filter((name) => first.fields.has(name));
  const values = (name: string) => [...new Set(sent.map(({ fields }) => String(fields.get(name))))].join(', ');
  return [
    `\`${first.line}\`${sent.length > 1 ? ` ×${sent.length}` : ''}`,
    ...of(counts).map((name) => `${name} ${values(name)}`),
    ...of(['seed']).map((name) => `${name} ${values(name)}`),
    ...of(['negative_prompt']).filter((name) => values(name) !== ''),
    ...of(pictures),
  ].join(', ');
}
