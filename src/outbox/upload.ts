// Sending a photo's bytes by tus 1.0 (https://tus.io/protocols/resumable-upload), resumable, in pages and in the worker. Our own, because a
// library's client costs a tenth of the script that the way to the shutter may load, and knows neither a URL that must be kept before the
// next byte leaves nor chunks that follow the line (docs/decisions/005-uploads.md).
import { anySignal } from '#src/lib/delay.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { send } from '#src/transport/fetch.ts';
import {
  ApiError,
  intermediaryError,
  isFromServer,
  isProblem,
  NetworkError,
  parseProblem,
  parseRetryAfter,
} from '#src/transport/problem.ts';

// How much one request carries: towards what the line brings in three seconds, below what something on the line refuses.

/** Up to here the creation carries the bytes: one request. Larger ones are created empty, so that a cut creation loses no bytes. */
export const SMALL_BYTES = 256 * 1024;
const CHUNK_MIN = 64 * 1024;
const CHUNK_MAX = 8 * 1024 * 1024;
const CHUNK_FIRST = 512 * 1024;
/** What a chunk's bytes should take: long enough to be cheap, short enough to show progress and lose little. */
const CHUNK_TARGET_MS = 3000;
/** What is slower than this is no distance. */
const ROUND_TRIP_MAX_MS = 10_000;
/** After so long without a refusal, twice as much is tried. A proxy's limit stands; what was cut may have been an accident. */
const RECOVERY_MS = { 'too-large': 5 * 60_000, cut: 10_000 } as const;

/**
 * The next chunk's size after one of `bytes` took `ms`: towards the target, at most four times up or down at once.
 * @param roundTripMs what a request without bytes takes: that much of `ms` says nothing about the line's width
 */
export function nextChunkSize(bytes: number, ms: number, roundTripMs = 0): number {
  const travelling = Math.max(ms - roundTripMs, 1);
  const ideal = (bytes / travelling) * CHUNK_TARGET_MS;
  const bounded = Math.min(Math.max(ideal, bytes / 4), bytes * 4);
  return Math.round(Math.min(CHUNK_MAX, Math.max(CHUNK_MIN, bounded)));
}

/** What is known of this device's line. */
export class AdaptiveChunkSize {
  readonly #now: () => number;
  #chunk = CHUNK_FIRST;
  #roundTripMs = 0;
  #limit: { bytes: number; recoverAt: number; everyMs: number } | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  size(): number {
    while (this.#limit && this.#now() >= this.#limit.recoverAt) {
      const { bytes, recoverAt, everyMs } = this.#limit;
      this.#limit = bytes * 2 >= CHUNK_MAX ? null : { bytes: bytes * 2, recoverAt: recoverAt + everyMs, everyMs };
    }
    return Math.min(this.#chunk, this.#limit?.bytes ?? CHUNK_MAX);
  }

  /** A chunk arrived. */
  onSuccess(bytes: number, ms: number): void {
    this.#chunk = nextChunkSize(bytes, ms, this.#roundTripMs);
  }

  /** A request without bytes was answered. The latest says most about the line of now; one too large a chunk is what a mere hiccup costs. */
  onRoundTrip(ms: number): void {
    this.#roundTripMs = Math.min(ms, ROUND_TRIP_MAX_MS);
  }

  /** A request with so many bytes did not get through. */
  onFailure(bytes: number, why: keyof typeof RECOVERY_MS): void {
    if (bytes <= CHUNK_MIN) return; // it was not the size
    const half = Math.max(CHUNK_MIN, Math.floor(bytes / 2));
    this.#chunk = Math.min(this.#chunk, half);
    if (half > (this.#limit?.bytes ?? Infinity)) return;
    const everyMs = Math.max(RECOVERY_MS[why], this.#limit?.everyMs ?? 0);
    this.#limit = { bytes: half, recoverAt: this.#now() + everyMs, everyMs };
  }
}

const ENDPOINT = '/api/v1/uploads';
const VERSION = { 'Tus-Resumable': '1.0.0' };
const BYTES = { 'Content-Type': 'application/offset+octet-stream' };
/** Without an answer for this long, a request is given up (docs/outbox.md, Sending 5: lack of progress, not total time). */
const STALL_MS = 45_000;

const chunkSize = new AdaptiveChunkSize();

interface UploadJob {
  blob: Blob;
  account: string;
  /** Who may deliver is asked at the first request already. */
  eventId: string;
  /** Where it goes on, when it was begun before. */
  uploadUrl: string | null;
  signal: AbortSignal;
  /** Awaited before the first byte follows: the URL must survive a kill. */
  onUrl(url: string): Promise<void>;
  onProgress(sent: number, total: number): void;
  /** Called before each request, with the bytes it carries. */
  onRequest(bytes: number): void;
  /** Called before each chunk: throws when others go first. */
  onChunk(left: number): void;
}

/** Something on the line takes no request of this size. */
class RequestTooLargeError extends Error {
  override name = 'RequestTooLargeError';
}

/**
 * Brings all bytes to the server.
 * @returns the upload's URL
 * @throws NetworkError, ApiError (of an upload's answer), what `onChunk` throws, or the signal's reason
 */
export async function uploadBytes(job: UploadJob): Promise<string> {
  const { size } = job.blob;
  let at = (await resume(job)) ?? (await create(job));
  let resynced = false;
  while (at.offset < size) {
    job.onChunk(size - at.offset);
    const from = at.offset;
    const end = Math.min(size, from + chunkSize.size());
    const begun = performance.now();
    try {
      const offset = await append(job, at.url, from, end);
      if (offset === end) chunkSize.onSuccess(end - from, performance.now() - begun);
      at = { ...at, offset };
      resynced = false;
    } catch (error) {
      at = await recoverFrom(job, at, end - from, error, resynced);
      resynced ||= error instanceof ApiError;
    }
    job.onProgress(at.offset, size);
  }
  return at.url;
}

/**
 * Ends an upload that was begun, after whatever is done with it now: a commit under way has ended by then, and no later one finds its bytes.
 * @throws NetworkError; ApiError of what may pass
 */
export async function cancelUpload(job: Pick<UploadJob, 'account' | 'signal' | 'onRequest'>, uploadUrl: string): Promise<void> {
  try {
    await call('DELETE', uploadUrl, job);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 410)) throw error;
  }
}

/**
 * After a chunk that did not arrive whole: where the upload stands now, if the line itself still stands.
 * @throws what the chunk failed of, when going on makes no sense
 */
async function recoverFrom(job: UploadJob, at: UploadPosition, sent: number, error: unknown, resynced: boolean): Promise<UploadPosition> {
  const smaller = sent > CHUNK_MIN;
  if (error instanceof RequestTooLargeError) {
    if (smaller) return at;
    throw error.cause;
  }
  // 409: bytes of a request that we gave up arrived after all. Once, ask where it stands; then begin again.
  const lostCount = error instanceof ApiError && error.status === 409 && !resynced;
  const cut = error instanceof NetworkError && error.reason === 'unreachable' && smaller;
  if (!lostCount && !cut) throw error;
  return (await resume({ ...job, uploadUrl: at.url })) ?? raise(error);
}

function raise(error: unknown): never {
  throw error;
}

interface UploadPosition {
  /** Path of the upload. */
  url: string;
  /** Bytes that the server has. */
  offset: number;
}

/** Where an upload begun before stands; null when there is none any more. */
async function resume(job: UploadJob): Promise<UploadPosition | null> {
  if (job.uploadUrl === null) return null;
  const response = await call('HEAD', job.uploadUrl, job);
  const { status } = response;
  // To a HEAD the server cannot say why. 409 is the other account's: what has arrived stays for ours.
  if (status === 409) throw uploadError(response, 'account_mismatch');
  if (status === 401) throw uploadError(response, 'unauthenticated');
  if (status === 429 || status >= 500) throw uploadError(response, 'unavailable');
  // A new creation is told the reason.
  if (!response.ok) return null;
  const offset = offsetOf(response);
  return offset <= job.blob.size ? { url: job.uploadUrl, offset } : null;
}

async function create(job: UploadJob): Promise<UploadPosition> {
  // Not with the bytes on a line so slow or so narrow that it would be cut each time, and begun again from nought.
  const { blob, eventId } = job;
  const small = blob.size <= Math.min(SMALL_BYTES, chunkSize.size());
  const facts = { 'Upload-Length': String(blob.size), 'Upload-Metadata': `event ${btoa(eventId)}` };
  let response: Response;
  try {
    response = await call('POST', ENDPOINT, job, small ? { ...facts, ...BYTES } : facts, small ? blob : null);
  } catch (error) {
    if (!(error instanceof RequestTooLargeError)) throw error;
    response = await call('POST', ENDPOINT, job, facts);
    return begun(job, response, 0);
  }
  return begun(job, response, small ? offsetOf(response) : 0);
}

async function begun({ blob, onUrl, onProgress }: UploadJob, response: Response, offset: number): Promise<UploadPosition> {
  const location = response.headers.get('Location');
  if (location === null) throw new NetworkError('portal');
  const url = new URL(apiUrl(location)).pathname;
  await onUrl(url);
  if (offset > 0) onProgress(offset, blob.size);
  return { url, offset };
}

async function append(job: UploadJob, url: string, from: number, to: number): Promise<number> {
  const headers = { 'Upload-Offset': String(from), ...BYTES };
  const offset = offsetOf(await call('PATCH', url, job, headers, job.blob.slice(from, to)));
  // Less than nothing new, or more than was sent, is no answer to this request.
  if (offset <= from || offset > to) throw new NetworkError('portal');
  return offset;
}

/**
 * One request, given up when nothing comes back for too long.
 * @returns an answer of our server: to a HEAD whatever it is, else its success
 */
async function call(
  method: string,
  path: string,
  { account, signal, onRequest }: Pick<UploadJob, 'account' | 'signal' | 'onRequest'>,
  headers: Record<string, string> = {},
  body: Blob | null = null,
): Promise<Response> {
  onRequest(body?.size ?? 0);
  const begun = performance.now();
  const stalled = AbortSignal.timeout(STALL_MS);
  const request = new Request(apiUrl(path), {
    method,
    headers: { ...VERSION, 'X-Account': account, ...headers },
    body,
    signal: anySignal([signal, stalled]),
  });
  let response: Response;
  try {
    response = await send(request, { timeout: null });
  } catch (error) {
    signal.throwIfAborted();
    if (body) chunkSize.onFailure(body.size, 'cut');
    throw stalled.aborted ? new NetworkError('timeout', error) : error;
  }
  const ours = isFromServer(response);
  if (ours && (method === 'HEAD' || response.ok)) {
    // Its headers say everything. An answer that nobody reads to its end is a failed request to the browser, and is listed as one.
    response.text().catch(() => undefined);
    if (!body) chunkSize.onRoundTrip(performance.now() - begun);
    return response;
  }
  const refused = await errorFromResponse(response, ours);
  if (response.status !== 413 || !body) throw refused;
  chunkSize.onFailure(body.size, 'too-large');
  throw new RequestTooLargeError('Too many bytes for one request.', { cause: refused });
}

/**
 * Our server says why in a problem document, or, where the upload protocol's own code answers, by a status that means "begin again" or "later".
 * Anything else was said by a stranger, whatever headers it let through.
 */
async function errorFromResponse(response: Response, ours: boolean): Promise<ApiError | NetworkError> {
  const { status } = response;
  const problem = isProblem(response) ? parseProblem(await response.json().catch(() => null)) : null;
  if (problem) return new ApiError(response, problem);
  if (ours && (status === 404 || status === 409 || status === 410)) return uploadError(response, `upload_${status}`);
  if (ours && status === 423) return uploadError(response, 'upload_busy');
  if (ours && status >= 500) return uploadError(response, 'unavailable');
  return intermediaryError(status, parseRetryAfter(response.headers));
}

function uploadError(response: Response, code: string): ApiError {
  const { status } = response;
  return new ApiError(response, {
    type: 'about:blank',
    title: 'Upload',
    status,
    detail: `The upload was answered with ${status}.`,
    code,
    request_id: '',
  });
}

function offsetOf(response: Response): number {
  const offset = response.headers.get('Upload-Offset');
  if (offset === null || !/^\d+$/.test(offset)) throw new NetworkError('portal');
  return Number(offset);
}
