// Providers that answer one request with the images: by the AI SDK, which knows how each wants it. The SDK never reaches the network by
// itself; its requests pass the same bounds and the same judging as all others.
import type { ImageModelV3 } from '@ai-sdk/provider';
import { GeneratorError, type Generator, type GeneratorRequest, type MadeImage } from '#server/generation/generator.ts';
import { checkLink, type Client, INLINE_BYTES } from './client.ts';
import { exchangeError, providerError, parseJson, responseError, malformedResponse } from './errors.ts';
import { mergeOutcomes, preparePictures, type RequestPart, type SentPictures, splitRequest, transparentMask } from './payload.ts';

/** Larger ones are thought about for minutes before the first byte comes. */
const ANSWER_MS = 600_000;
/** Refusals with a success status are small; larger responses contain images. */
const REFUSAL_IN_SUCCESS_BYTES = 65_536;

type Fetch = typeof globalThis.fetch;

export interface SdkProvider {
  client: Client;
  /** Loaded when first used: most servers have no key. */
  open(fetch: Fetch, model: string): Promise<ImageModelV3>;
  /** Images of one call. */
  maxImages(model: string): number;
  /** Whether a mask is transparent where the source may be changed. */
  maskIsTransparent?: boolean;
  /** The refusal in a response with a success status. */
  refusalIn?(body: unknown): GeneratorError | null;
}

export function sdkGenerator(provider: SdkProvider): Generator {
  const { client, maxImages } = provider;
  const fetch = boundedFetch(provider);
  return {
    async generate(request, { signal }) {
      const model = await provider.open(fetch, request.model);
      const sent = await preparePictures(request.source, request.mask);
      if (sent.mask && provider.maskIsTransparent) sent.mask = await transparentMask(sent.mask);
      const parts = splitRequest(request, maxImages(request.model));
      const outcomes = await Promise.allSettled(
        parts.map(async (part) => ({ images: await generatePart(provider, model, request, sent, part, signal), warnings: [] })),
      );
      signal.throwIfAborted();
      const result = mergeOutcomes(outcomes, request.count);
      if (result.images.length === 0) throw providerError(client.errorContext, 'empty_result');
      return result;
    },
  };
}

async function generatePart(
  { client }: SdkProvider,
  model: ImageModelV3,
  request: GeneratorRequest,
  { source, mask }: SentPictures,
  part: RequestPart,
  signal: AbortSignal,
): Promise<MadeImage[]> {
  const { generateImage, NoImageGeneratedError } = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { size, aspectRatio, prompt } = request;
  try {
    const result = await generateImage({
      model,
      prompt: source ? { text: prompt, images: [source.bytes], ...(mask ? { mask: mask.bytes } : {}) } : prompt,
      n: part.count,
      maxImagesPerCall: part.count,
      size: size ? `${size.width}x${size.height}` : undefined,
      aspectRatio: aspectRatio ? ratioOf(aspectRatio) : undefined,
      seed: part.seed ?? undefined,
      // The queue tries again by itself; the SDK would do so where it costs again.
      maxRetries: 0,
      abortSignal: signal,
    });
    return result.images.map(({ uint8Array }) => client.imageOf(Buffer.from(uint8Array), null));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GeneratorError) throw error;
    if (NoImageGeneratedError.isInstance(error)) throw providerError(client.errorContext, 'empty_result');
    throw malformedResponse(client.errorContext, error instanceof Error ? `${error.name}: ${error.message}` : 'unknown');
  }
}

function ratioOf(text: string): `${number}:${number}` {
  const [width, height] = text.split(':').map(Number);
  return `${width ?? 1}:${height ?? 1}`;
}

function boundedFetch({ client, refusalIn }: SdkProvider): Fetch {
  const { errorContext, rule, transport } = client;
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    try {
      const { url, own } = checkLink(request.url, rule);
      const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
      const answer = await transport.exchange({
        method: request.method === 'GET' ? 'GET' : 'POST',
        url,
        headers: Object.fromEntries(request.headers),
        body,
        signal,
        limit: INLINE_BYTES,
        timeoutMs: ANSWER_MS,
        guarded: !own,
      });
      if (answer.status < 200 || answer.status >= 300) throw responseError(errorContext, answer);
      const refused = answer.bytes.length <= REFUSAL_IN_SUCCESS_BYTES ? refusalIn?.(parseJson(answer.bytes)) : null;
      if (refused) throw refused;
      const headers = { 'content-type': answer.headers['content-type'] ?? '' };
      return new Response(new Uint8Array(answer.bytes), { status: answer.status, headers });
    } catch (error) {
      signal.throwIfAborted();
      throw exchangeError(errorContext, error);
    }
  };
}
