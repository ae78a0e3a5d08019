import { send } from './fetch.ts';
import { ApiError, intermediaryError, isProblem, parseProblem } from './problem.ts';

/** Large photos on slow networks. */
const IMAGE_TIMEOUT_MS = 180_000;

interface ImageOptions {
  /** In ms. */
  timeout?: number;
  signal?: AbortSignal | undefined;
  /** Posted as JSON. */
  body?: object;
}

/** Fetches a whole image. @param url of the API, or of a file of the app @throws ApiError, NetworkError, the signal's reason */
export async function fetchImage(url: string, { timeout = IMAGE_TIMEOUT_MS, signal, body }: ImageOptions = {}): Promise<Blob> {
  const posted = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await send(new Request(url, { signal: signal ?? null, ...posted }), { timeout });
  if (isProblem(response)) throw new ApiError(response, parseProblem(await response.json()));
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !type.startsWith('image/')) throw intermediaryError(response.status, null);
  return new Blob([await response.arrayBuffer()], { type });
}
