// sd-server of stable-diffusion.cpp, by its asynchronous API: a self-hosted server with any model.
import type { CatalogModel, GeneratorRequest, Provider } from '#server/generation/generator.ts';
import { type Client, createClient, INLINE_BYTES, jobIdOf, type Transport } from './client.ts';
import { jobError, providerError, malformedResponse } from './errors.ts';
import { runJobs, type JobApi, type JobTiming } from './jobs.ts';
import {
  dataUri,
  defineCapabilities,
  imageSizes,
  MAX_PROMPT_LENGTH,
  preparePictures,
  rejectUnsupported,
  type RequestPart,
  seedOf,
  type SentPictures,
  splitRequest,
} from './payload.ts';

const NAME = 'sd-server';
const MOST = 4;

const models: CatalogModel[] = [
  {
    id: 'sd-server:default',
    provider: 'sd-server',
    model: 'default',
    name: 'Stable Diffusion',
    task: 'text-to-image',
    isAi: true,
    description: 'The model running on this platform’s sd-server.',
    licence: null,
    credits: 4,
    capabilities: defineCapabilities({
      negative_prompt: true,
      seed: true,
      strength: true,
      source: 'optional',
      mask: true,
      max_count: MOST,
      max_prompt_length: MAX_PROMPT_LENGTH,
      sizes: imageSizes('512x512', '768x768', '1024x1024', '1024x768', '768x1024'),
    }),
    digitalSourceType: 'trainedAlgorithmicMedia',
  },
];

export function openSdServer({ baseUrl }: { baseUrl: string }, transport: Transport, timing: JobTiming): Provider {
  const client = createClient({ name: NAME, baseUrl: `${baseUrl}/sdcpp/v1`, hosts: [], headers: {}, secrets: [], transport });
  return {
    id: 'sd-server',
    name: NAME,
    models,
    generator: rejectUnsupported(models, NAME, {
      async generate(request, context) {
        const sent = await preparePictures(request.source, request.mask);
        return runJobs(NAME, splitRequest(request, MOST), jobApi(client, request, sent), context, timing);
      },
    }),
  };
}

const inputOf = (request: GeneratorRequest, { source, mask }: SentPictures, { count, seed }: RequestPart) => ({
  prompt: request.prompt,
  negative_prompt: request.negativePrompt,
  // Each image of a batch has the next seed there as well; -1 has it choose.
  seed: seed ?? -1,
  batch_count: count,
  output_format: 'png',
  // The server detects the format of the file.
  embed_image_metadata: false,
  ...request.size,
  ...(source ? { init_image: dataUri(source) } : {}),
  ...(mask ? { mask_image: dataUri(mask) } : {}),
  ...(request.strength === null || !source ? {} : { strength: request.strength }),
});

interface SdJob {
  status?: string;
  queue_position?: number;
  result?: { images?: { b64_json?: unknown }[] } | null;
  error?: { code?: string; message?: string } | null;
}

function jobApi(client: Client, request: GeneratorRequest, sent: SentPictures): JobApi {
  const { errorContext } = client;
  return {
    async submit(part, signal) {
      const json = inputOf(request, sent, part);
      return { id: jobIdOf(client, (await client.call({ method: 'POST', path: '/img_gen', json, signal })).body, 'id') };
    },
    async poll({ id }, part, signal) {
      const asked = await client.call({ path: `/jobs/${id}`, signal, maxBytes: INLINE_BYTES, acceptedStatuses: [404, 410] });
      if (asked.status === 404 || asked.status === 410) return { state: 'gone' };
      const { status, queue_position: position, result, error } = asked.body as SdJob;
      // It counts itself.
      if (status === 'queued') return { state: 'waiting', ahead: typeof position === 'number' ? position - 1 : null };
      if (status === 'generating') return { state: 'running', progress: null };
      if (status === 'cancelled') return { state: 'gone' };
      if (status === 'failed') return { state: 'failed', error: jobError(errorContext, error?.message ?? '', error?.code) };
      if (status !== 'completed')
        return { state: 'failed', error: malformedResponse(errorContext, `a job that is ${status ?? 'nothing'}`) };
      const images = result?.images ?? [];
      if (images.length === 0) return { state: 'failed', error: providerError(errorContext, 'empty_result') };
      const { seed } = part;
      return {
        state: 'done',
        images: images.map(({ b64_json: text }, index) => client.inlineImage(text, seed === null ? null : seedOf(seed, index))),
      };
    },
    async cancel({ id }, signal) {
      await client.call({ method: 'POST', path: `/jobs/${id}/cancel`, signal, acceptedStatuses: [404, 409, 410] });
    },
  };
}
