// fal, by its queue: a request is a job that can be asked about and cancelled.
import { GeneratorError, type CatalogModel, type GeneratorRequest, type Provider } from '#server/generation/generator.ts';
import type { ProviderAccess } from '#server/generator-settings.ts';
import { type Client, createClient, jobIdOf, type Transport } from './client.ts';
import { jobError, providerError, malformedResponse } from './errors.ts';
import { runJobs, type JobApi, type JobState, type JobTiming } from './jobs.ts';
import {
  dataUri,
  defineCapabilities,
  imageSizes,
  MAX_PROMPT_LENGTH,
  preparePictures,
  rejectUnsupported,
  type RequestPart,
  type SentPictures,
  splitRequest,
} from './payload.ts';

const NAME = 'fal';

const some = { seed: true, max_count: 4, max_prompt_length: MAX_PROMPT_LENGTH };
const usualSizes = imageSizes('1024x1024', '1344x768', '768x1344', '1152x896', '896x1152');

const model = (
  name: string,
  title: string,
  credits: number,
  licence: string,
  description: string,
  rest: Pick<CatalogModel, 'task' | 'capabilities' | 'digitalSourceType'>,
): CatalogModel => ({ id: `fal:${name}`, provider: 'fal', model: name, name: title, isAi: true, credits, licence, description, ...rest });

const models = [
  model('flux-schnell', 'FLUX.1 schnell', 4, 'Apache-2.0', 'Fast. Creates images from text.', {
    task: 'text-to-image',
    capabilities: defineCapabilities({ ...some, sizes: usualSizes }),
    digitalSourceType: 'trainedAlgorithmicMedia',
  }),
  model('flux-dev', 'FLUX.1 dev', 6, 'FLUX.1 [dev] license, through fal', 'More detailed. Can also start from an image or part of it.', {
    task: 'text-to-image',
    capabilities: defineCapabilities({ ...some, sizes: usualSizes, source: 'optional', mask: true, strength: true }),
    digitalSourceType: 'trainedAlgorithmicMedia',
  }),
  model('qwen-image', 'Qwen-Image', 5, 'Apache-2.0', 'Renders text in images well. Supports exclusions.', {
    task: 'text-to-image',
    capabilities: defineCapabilities({ ...some, sizes: usualSizes, negative_prompt: true }),
    digitalSourceType: 'trainedAlgorithmicMedia',
  }),
  model('flux-kontext-pro', 'FLUX.1 Kontext pro', 8, "fal's terms of use", 'Edits an image from a description.', {
    task: 'image-to-image',
    capabilities: defineCapabilities({
      ...some,
      source: 'required',
      aspect_ratios: ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9', '9:21'],
    }),
    digitalSourceType: 'compositeWithTrainedAlgorithmicMedia',
  }),
];

export function openFal({ baseUrl, key }: ProviderAccess, transport: Transport, timing: JobTiming): Provider {
  const client = createClient({
    name: NAME,
    baseUrl,
    hosts: ['fal.media'],
    headers: { authorization: `Key ${key}` },
    secrets: [key],
    transport,
  });
  return {
    id: 'fal',
    name: NAME,
    models,
    generator: rejectUnsupported(models, NAME, {
      async generate(request, context) {
        const sent = await preparePictures(request.source, request.mask);
        // Images of a batch share one seed, so each image is a separate request.
        return runJobs(NAME, splitRequest(request, 1), jobApi(client, request, sent), context, timing);
      },
    }),
  };
}

function endpointOf({ model, source, mask }: GeneratorRequest): string {
  if (model === 'flux-schnell') return 'fal-ai/flux/schnell';
  if (model === 'qwen-image') return 'fal-ai/qwen-image';
  if (model === 'flux-kontext-pro') return 'fal-ai/flux-pro/kontext';
  if (mask) return 'fal-ai/flux-lora/inpainting';
  return source ? 'fal-ai/flux/dev/image-to-image' : 'fal-ai/flux/dev';
}

const inputOf = (request: GeneratorRequest, { source, mask }: SentPictures, { seed }: RequestPart) => ({
  prompt: request.prompt,
  num_images: 1,
  output_format: 'png',
  ...(seed === null ? {} : { seed }),
  ...(request.size ? { image_size: request.size } : {}),
  ...(request.aspectRatio === null ? {} : { aspect_ratio: request.aspectRatio }),
  ...(request.negativePrompt === '' ? {} : { negative_prompt: request.negativePrompt }),
  ...(source ? { image_url: dataUri(source) } : {}),
  ...(mask ? { mask_url: dataUri(mask) } : {}),
  ...(request.strength === null || !source ? {} : { strength: request.strength }),
});

interface FalResult {
  images?: { url?: string }[];
  seed?: number;
  has_nsfw_concepts?: boolean[];
}

function jobApi(client: Client, request: GeneratorRequest, sent: SentPictures): JobApi {
  const endpoint = endpointOf(request);
  // The status URL has the app's name without the rest of the path.
  const app = endpoint.split('/').slice(0, 2).join('/');
  const { errorContext } = client;

  const resultOf = async (id: string, part: RequestPart, signal: AbortSignal): Promise<JobState> => {
    const body: FalResult = (await client.call({ path: `/${app}/requests/${id}`, signal })).body as FalResult;
    if (body.has_nsfw_concepts?.[0] === true) return { state: 'failed', error: providerError(errorContext, 'content_policy') };
    const link = body.images?.[0]?.url;
    if (link === undefined) return { state: 'failed', error: providerError(errorContext, 'empty_result') };
    return { state: 'done', images: [await client.image(link, part.seed, signal)] };
  };

  return {
    async submit(part, signal) {
      const { body } = await client.call({ method: 'POST', path: `/${endpoint}`, json: inputOf(request, sent, part), signal });
      return { id: jobIdOf(client, body, 'request_id') };
    },
    async poll({ id }, part, signal) {
      const asked = await client.call({ path: `/${app}/requests/${id}/status`, signal, acceptedStatuses: [404, 410] });
      if (asked.status === 404 || asked.status === 410) return { state: 'gone' };
      const { status, queue_position: ahead, error } = asked.body as { status?: string; queue_position?: number; error?: string };
      if (status === 'IN_QUEUE') return { state: 'waiting', ahead: typeof ahead === 'number' ? ahead : null };
      if (status === 'IN_PROGRESS') return { state: 'running', progress: null };
      if (status !== 'COMPLETED')
        return { state: 'failed', error: malformedResponse(errorContext, `a job that is ${status ?? 'nothing'}`) };
      if (typeof error === 'string' && error !== '') return { state: 'failed', error: jobError(errorContext, error) };
      try {
        return await resultOf(id, part, signal);
      } catch (error) {
        // A failed job reports its error at the URL of the result.
        if (error instanceof GeneratorError && !error.retryable) return { state: 'failed', error };
        throw error;
      }
    },
    async cancel({ id }, signal) {
      await client.call({ method: 'PUT', path: `/${app}/requests/${id}/cancel`, signal, acceptedStatuses: [400, 404] });
    },
  };
}
