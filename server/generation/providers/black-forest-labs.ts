// Black Forest Labs: tasks that are asked about at an address they come with. A task cannot be cancelled there.
import type { CatalogModel, GeneratorRequest, Provider } from '#server/generation/generator.ts';
import type { ProviderAccess } from '#server/generator-settings.ts';
import { type Client, createClient, createKeyCheck, jobIdOf, type Transport } from './client.ts';
import { jobError, providerError, malformedResponse } from './errors.ts';
import { runJobs, type JobApi, type JobTiming } from './jobs.ts';
import {
  defineCapabilities,
  imageSizes,
  MAX_PROMPT_LENGTH,
  preparePictures,
  rejectUnsupported,
  type RequestPart,
  type SentPictures,
  splitRequest,
} from './payload.ts';

const NAME = 'Black Forest Labs';

const some = { seed: true, max_count: 4, max_prompt_length: MAX_PROMPT_LENGTH };
const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9', '9:21'];

const model = (
  name: string,
  title: string,
  credits: number,
  description: string,
  capabilities: CatalogModel['capabilities'],
): CatalogModel => ({
  id: `black-forest-labs:${name}`,
  provider: 'black-forest-labs',
  model: name,
  name: title,
  task: 'text-to-image',
  isAi: true,
  description,
  licence: 'Black Forest Labs’ FLUX API terms',
  credits,
  capabilities,
  digitalSourceType: 'trainedAlgorithmicMedia',
});

const models = [
  model(
    'flux-pro-1.1',
    'FLUX 1.1 pro',
    6,
    'Creates images from text.',
    defineCapabilities({ ...some, sizes: imageSizes('1024x1024', '1344x768', '768x1344', '1152x896', '896x1152') }),
  ),
  model(
    'flux-pro-1.1-ultra',
    'FLUX 1.1 pro ultra',
    8,
    'Creates images from text, with four times the pixels.',
    defineCapabilities({ ...some, aspect_ratios: ratios }),
  ),
  model(
    'flux-kontext-pro',
    'FLUX.1 Kontext pro',
    8,
    'Creates images from text, and edits an image or part of it.',
    defineCapabilities({ ...some, source: 'optional', mask: true, aspect_ratios: ratios }),
  ),
];

export function openBlackForestLabs({ baseUrl, key }: ProviderAccess, transport: Transport, timing: JobTiming): Provider {
  const client = createClient({ name: NAME, baseUrl, hosts: ['bfl.ai'], headers: { 'x-key': key }, secrets: [key], transport });
  return {
    id: 'black-forest-labs',
    name: NAME,
    models,
    generator: rejectUnsupported(models, NAME, {
      async generate(request, context) {
        const sent = await preparePictures(request.source, request.mask);
        return runJobs(NAME, splitRequest(request, 1), jobApi(client, request, sent), context, timing);
      },
    }),
    checkKey: createKeyCheck(client, '/credits'),
  };
}

function inputOf(request: GeneratorRequest, { source, mask }: SentPictures, { seed }: RequestPart) {
  const base64 = (picture: typeof source) => picture?.bytes.toString('base64');
  return {
    prompt: request.prompt,
    output_format: 'png',
    ...(seed === null ? {} : { seed }),
    ...request.size,
    ...(request.aspectRatio === null || mask ? {} : { aspect_ratio: request.aspectRatio }),
    ...(mask ? { image: base64(source), mask: base64(mask) } : source ? { input_image: base64(source) } : {}),
  };
}

interface Task {
  status?: string;
  result?: { sample?: unknown } | null;
  progress?: number | null;
  details?: unknown;
}

function jobApi(client: Client, request: GeneratorRequest, sent: SentPictures): JobApi {
  const { errorContext } = client;
  const path = request.mask ? '/flux-pro-1.0-fill' : `/${request.model}`;
  return {
    async submit(part, signal) {
      const { body } = await client.call({ method: 'POST', path, json: inputOf(request, sent, part), signal });
      const link = (body as { polling_url?: unknown }).polling_url;
      return { id: jobIdOf(client, body, 'id'), link: typeof link === 'string' ? link : undefined };
    },
    async poll({ id, link }, part, signal) {
      const asked = await client.call({ path: `/get_result?id=${id}`, link, signal, acceptedStatuses: [404] });
      const { status, result, progress, details } = asked.body as Task;
      if (asked.status === 404 || status === 'Task not found') return { state: 'gone' };
      if (status === 'Pending') return { state: 'running', progress: typeof progress === 'number' ? progress : null };
      if (status === 'Request Moderated' || status === 'Content Moderated')
        return { state: 'failed', error: providerError(errorContext, 'content_policy', { logReason: status }) };
      if (status === 'Error' || status === 'Failed')
        return { state: 'failed', error: jobError(errorContext, `${status} ${JSON.stringify(details ?? '')}`) };
      if (status !== 'Ready') return { state: 'failed', error: malformedResponse(errorContext, `a task that is ${status ?? 'nothing'}`) };
      if (result?.sample == null) return { state: 'failed', error: providerError(errorContext, 'empty_result') };
      return { state: 'done', images: [await client.image(result.sample, part.seed, signal)] };
    },
  };
}
