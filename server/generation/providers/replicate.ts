// Replicate predictions. Without `Prefer: wait`, because the job's id would be unknown until the end, so that it couldn't be canceled or resumed
// after a crash.
import type { CatalogModel, GeneratorRequest, Picture, Provider } from '#server/generation/generator.ts';
import type { ProviderAccess } from '#server/generator-settings.ts';
import { type Client, createClient, createKeyCheck, jobIdOf, type Transport } from './client.ts';
import { jobError, providerError, malformedResponse } from './errors.ts';
import { runJobs, type JobApi, type JobTiming } from './jobs.ts';
import {
  dataUri,
  defineCapabilities,
  MAX_PROMPT_LENGTH,
  preparePictures,
  rejectUnsupported,
  type RequestPart,
  splitRequest,
} from './payload.ts';

const NAME = 'Replicate';
/** Larger pictures are sent as files before. */
const MOST_INLINE = 256_000;

const some = {
  seed: true,
  progress: true,
  max_count: 4,
  max_prompt_length: MAX_PROMPT_LENGTH,
  aspect_ratios: ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9', '9:21', '4:5', '5:4'],
};

const model = (
  name: string,
  title: string,
  credits: number,
  licence: string,
  description: string,
  rest: Pick<CatalogModel, 'task' | 'capabilities' | 'digitalSourceType'>,
): CatalogModel => ({
  id: `replicate:${name}`,
  provider: 'replicate',
  model: name,
  name: title,
  isAi: true,
  credits,
  licence,
  description,
  ...rest,
});

const models = [
  model('flux-schnell', 'FLUX.1 schnell', 4, 'Apache-2.0', 'Fast. Creates images from text.', {
    task: 'text-to-image',
    capabilities: defineCapabilities(some),
    digitalSourceType: 'trainedAlgorithmicMedia',
  }),
  model(
    'flux-dev',
    'FLUX.1 dev',
    6,
    'FLUX.1 [dev] license, through Replicate',
    'More detailed. Can also start from an image or part of it.',
    {
      task: 'text-to-image',
      capabilities: defineCapabilities({ ...some, source: 'optional', mask: true, strength: true }),
      digitalSourceType: 'trainedAlgorithmicMedia',
    },
  ),
  model('flux-kontext-pro', 'FLUX.1 Kontext pro', 8, "Replicate's terms of use", 'Edits an image from a description.', {
    task: 'image-to-image',
    capabilities: defineCapabilities({ ...some, source: 'required' }),
    digitalSourceType: 'compositeWithTrainedAlgorithmicMedia',
  }),
];

export function openReplicate({ baseUrl, key }: ProviderAccess, transport: Transport, timing: JobTiming): Provider {
  const client = createClient({
    name: NAME,
    baseUrl,
    hosts: ['replicate.delivery'],
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    transport,
  });
  return {
    id: 'replicate',
    name: NAME,
    models,
    generator: rejectUnsupported(models, NAME, {
      generate: (request, context) => runJobs(NAME, splitRequest(request, 1), jobApi(client, request), context, timing),
    }),
    checkKey: createKeyCheck(client, '/account'),
  };
}

interface Input {
  model: string;
  source?: 'image' | 'input_image';
  strength?: 'prompt_strength';
}

function targetOf({ model, source, mask }: GeneratorRequest): Input {
  if (model === 'flux-schnell') return { model: 'black-forest-labs/flux-schnell' };
  if (model === 'flux-kontext-pro') return { model: 'black-forest-labs/flux-kontext-pro', source: 'input_image' };
  if (mask) return { model: 'black-forest-labs/flux-fill-dev', source: 'image' };
  if (source) return { model: 'black-forest-labs/flux-dev', source: 'image', strength: 'prompt_strength' };
  return { model: 'black-forest-labs/flux-dev' };
}

/** A picture as an input takes it. */
async function linkOf(client: Client, picture: Picture, signal: AbortSignal): Promise<string> {
  if (picture.bytes.length <= MOST_INLINE) return dataUri(picture);
  const form = new FormData();
  form.append('content', new Blob([new Uint8Array(picture.bytes)], { type: picture.contentType }), 'source');
  const { body } = await client.call({ method: 'POST', path: '/files', form, signal });
  const link = (body as { urls?: { get?: unknown } }).urls?.get;
  if (typeof link !== 'string') throw malformedResponse(client.errorContext, 'a file without an address');
  return link;
}

interface Prediction {
  status?: string;
  output?: unknown;
  error?: unknown;
  logs?: string | null;
}

function jobApi(client: Client, request: GeneratorRequest): JobApi {
  const { errorContext } = client;
  const target = targetOf(request);
  let pictures: Promise<Record<string, string>> | null = null;
  // Sent once for all images, and not at all where their jobs are there already.
  const picturesFor = (signal: AbortSignal) =>
    (pictures ??= (async () => {
      const { source, mask } = await preparePictures(request.source, request.mask);
      return {
        ...(source && target.source ? { [target.source]: await linkOf(client, source, signal) } : {}),
        ...(mask ? { mask: await linkOf(client, mask, signal) } : {}),
      };
    })());
  const inputOf = async ({ seed }: RequestPart, signal: AbortSignal) => ({
    prompt: request.prompt,
    output_format: 'png',
    ...(request.model === 'flux-kontext-pro' ? {} : { num_outputs: 1 }),
    ...(seed === null ? {} : { seed }),
    ...(request.aspectRatio === null ? {} : { aspect_ratio: request.aspectRatio }),
    ...(await picturesFor(signal)),
    ...(request.strength === null || !target.strength ? {} : { [target.strength]: request.strength }),
  });
  const warnings =
    request.strength !== null && request.mask && !target.strength
      ? [{ code: 'strength_ignored', message: 'Strength isn’t used with a mask.' }]
      : [];

  return {
    async submit(part, signal) {
      const input = await inputOf(part, signal);
      const { body } = await client.call({ method: 'POST', path: `/models/${target.model}/predictions`, json: { input }, signal });
      return { id: jobIdOf(client, body, 'id') };
    },
    async poll({ id }, part, signal) {
      const { status: http, body } = await client.call({ path: `/predictions/${id}`, signal, acceptedStatuses: [404] });
      if (http === 404) return { state: 'gone' };
      const { status, output, error, logs } = body as Prediction;
      if (status === 'starting') return { state: 'waiting', ahead: null };
      if (status === 'processing') return { state: 'running', progress: progressIn(logs ?? '') };
      if (status === 'canceled' || status === 'aborted') return { state: 'gone' };
      if (status === 'failed') return { state: 'failed', error: jobError(errorContext, typeof error === 'string' ? error : '') };
      if (status !== 'succeeded')
        return { state: 'failed', error: malformedResponse(errorContext, `a prediction that is ${status ?? 'nothing'}`) };
      const link: unknown = Array.isArray(output) ? output[0] : output;
      if (link == null) return { state: 'failed', error: providerError(errorContext, 'empty_result') };
      return { state: 'done', images: [await client.image(link, part.seed, signal)], warnings };
    },
    async cancel({ id }, signal) {
      await client.call({ method: 'POST', path: `/predictions/${id}/cancel`, signal, acceptedStatuses: [404, 422] });
    },
  };
}

/** The last percentage of its log, where steps are counted. */
function progressIn(logs: string): number | null {
  const last = [...logs.slice(-2000).matchAll(/(\d{1,3})%\|/g)].at(-1)?.[1];
  return last === undefined ? null : Math.min(1, Number(last) / 100);
}
