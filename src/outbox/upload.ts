// Resumable uploads with tus 1.0 (https://tus.io/protocols/resumable-upload), in pages and in the worker. A custom client, because a
// library takes a tenth of the script budget up to the shutter, cannot save the URL before the first byte, and does not adapt chunks to the
// network (docs/decisions/005-uploads.md).
import { anySignal } from '#src/lib/delay.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { send } from '#src/transport/fetch.ts';
import {
  asksToRetry,
  ApiError,
  intermediaryError,
  isFromServer,
  isProblem,
  NetworkError,
  parseProblem,
  parseRetryAfter,
} from '#src/transport/problem.ts';
import { subscribeOutbox } from './messages.ts';

// Chunk sizes aim at three seconds per request, below the size that something on the way refuses.

/**
 * Up to this size one request creates the upload with its bytes, and on a fast line up to what it carries in half a second. Larger uploads are created
 * empty, so that a cut creation loses few bytes.
 */
export const SMALL_BYTES = 256 * 1024;
const SMALL_S = 0.5;
const CHUNK_MIN = 64 * 1024;
const CHUNK_MAX = 8 * 1024 * 1024;
const CHUNK_FIRST = 512 * 1024;
/** Long enough to be efficient, short enough to show progress and to lose little. */
const CHUNK_TARGET_MS = 3000;
/** The duration of a smaller request says more about latency than about speed. */
const MEASURED_BYTES = CHUNK_MIN;
/** A slower answer is not latency. */
const ROUND_TRIP_MAX_MS = 10_000;
/** After this long without a refusal, the limit is doubled. A proxy's limit is permanent; a cut may have been an accident. */
const RECOVERY_MS = { 'too-large': 5 * 60_000, cut: 10_000 } as const;

/**
 * The size of the next chunk after one of `bytes` took `ms`: toward the target, by a factor of at most four.
 * @param roundTripMs duration of a request without bytes, which is subtracted from `ms`
 */
export function nextChunkSize(bytes: number, ms: number, roundTripMs = 0): number {
  const travelling = Math.max(ms - roundTripMs, 1);
  const ideal = (bytes / travelling) * CHUNK_TARGET_MS;
  const bounded = Math.min(Math.max(ideal, bytes / 4), bytes * 4);
  return Math.round(Math.min(CHUNK_MAX, Math.max(CHUNK_MIN, bounded)));
}

/** Adapts the chunk size to this device's network. */
export class AdaptiveChunkSize {
  readonly #now: () => number;
  #chunk = CHUNK_FIRST;
  #roundTripMs = 0;
  #limit: { bytes: number; recoverAt: number; everyMs: number } | null = null;
  #bytesPerSecond = Infinity;
  #fastBytes = 0;

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

  /** Of one of the requests that are under way at the same time. Infinity until it was measured. */
  get bytesPerSecond(): number {
    return this.#bytesPerSecond;
  }

  /** The most bytes that an upload is created with. */
  smallBytes(): number {
    return Math.min(Math.max(SMALL_BYTES, this.#fastBytes), this.size());
  }

  /** The network may be another one, or something on it takes no upload with its bytes. */
  resetSmallBytes(): void {
    this.#fastBytes = 0;
  }

  /** An upload was created with all its bytes. It says nothing about larger chunks. */
  onCreated(bytes: number, ms: number): void {
    this.#measure(bytes, ms);
  }

  /** A chunk arrived. */
  onSuccess(bytes: number, ms: number): void {
    this.#measure(bytes, ms);
    this.#chunk = nextChunkSize(bytes, ms, this.#roundTripMs);
  }

  /** A proof arrived, or a chunk that was stopped had not arrived yet: the next chunk need not find out how slow the line is. */
  onMeasured(bytes: number, ms: number): void {
    this.#measure(bytes, ms);
    this.#chunk = Math.min(this.#chunk, nextChunkSize(bytes, ms));
  }

  #measure(bytes: number, ms: number): void {
    if (bytes < MEASURED_BYTES) return;
    // On a full line, requests without bytes wait for those with them.
    this.#bytesPerSecond = (bytes * 1000) / Math.max(ms - Math.min(this.#roundTripMs, ms / 2), 1);
    this.#fastBytes = this.#bytesPerSecond * SMALL_S;
  }

  /** A request without bytes was answered. The latest says most about the network now; a hiccup costs one oversized chunk. */
  onRoundTrip(ms: number): void {
    this.#roundTripMs = Math.min(ms, ROUND_TRIP_MAX_MS);
  }

  /** A request with this many bytes failed. */
  onFailure(bytes: number, why: keyof typeof RECOVERY_MS): void {
    if (bytes <= CHUNK_MIN) return; // the size is not the cause
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
/** A request without an answer for this long is aborted (docs/outbox.md, Uploads: lack of progress, not total time). */
const STALL_MS = 45_000;

/** Of this page or worker. */
export const chunkSize = new AdaptiveChunkSize();

subscribeOutbox(({ type }) => {
  if (type === 'line-back') chunkSize.resetSmallBytes();
});

export interface UploadJob {
  blob: Blob;
  account: string;
  /** Sent with the first request already, which checks the permission. */
  eventId: string;
  /** Where to resume an upload that was begun before. */
  uploadUrl: string | null;
  signal: AbortSignal;
  /** Awaited before more bytes are sent: the URL must survive a crash. `offset`: the bytes that came with the creation. */
  onUrl(url: string, offset: number): Promise<void>;
  onProgress(sent: number, total: number): void;
  /** Called before each request with the size of its body. */
  onRequest(bytes: number): void;
  /** Called before each chunk; throws if another photo goes first. */
  onChunk(left: number): void;
}

/** Something on the way refuses requests of this size. */
class RequestTooLargeError extends Error {
  override name = 'RequestTooLargeError';
}

/**
 * Uploads all bytes.
 * @returns the upload's URL
 * @throws NetworkError, ApiError (of the upload), errors of `onChunk`, or the signal's reason
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
 * Deletes an upload. The server finishes a running commit first, and no later commit finds the bytes.
 * @throws NetworkError; ApiError for temporary failures
 */
export async function cancelUpload(job: Pick<UploadJob, 'account' | 'signal' | 'onRequest'>, uploadUrl: string): Promise<void> {
  try {
    await call('DELETE', uploadUrl, job);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 410)) throw error;
  }
}

/**
 * After a failed chunk: the position of the upload, if it can continue.
 * @throws the chunk's error if it cannot
 */
async function recoverFrom(job: UploadJob, at: UploadPosition, sent: number, error: unknown, resynced: boolean): Promise<UploadPosition> {
  const smaller = sent > CHUNK_MIN;
  if (error instanceof RequestTooLargeError) {
    if (smaller) return at;
    throw error.cause;
  }
  // 409: bytes of an aborted request arrived after all. Ask for the offset once, then start over.
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
  /** Number of bytes on the server. */
  offset: number;
}

/** The position of an earlier upload; null if it no longer exists. */
async function resume(job: UploadJob): Promise<UploadPosition | null> {
  if (job.uploadUrl === null) return null;
  const response = await call('HEAD', job.uploadUrl, job);
  const { status } = response;
  // An answer to HEAD has no body with a code. 409 means another account: the upload stays ours.
  if (status === 409) throw uploadError(response, 'account_mismatch');
  if (status === 401) throw uploadError(response, 'unauthenticated');
  // Busy, or not now: what has arrived stays.
  if (asksToRetry(status)) throw uploadError(response, 'unavailable');
  // A new creation gets the reason.
  if (!response.ok) return null;
  const offset = offsetOf(response);
  return offset <= job.blob.size ? { url: job.uploadUrl, offset } : null;
}

/**
 * Begins an upload.
 * @param most the bytes that are sent in the same request at most
 */
export async function create(job: UploadJob, most = chunkSize.smallBytes()): Promise<UploadPosition> {
  // Without the bytes on a network so slow or narrow that the request would be cut each time.
  const { blob, eventId } = job;
  const small = blob.size <= most;
  const facts = { 'Upload-Length': String(blob.size), 'Upload-Metadata': `event ${btoa(eventId)}` };
  const sent = performance.now();
  let response: Response;
  try {
    response = await call('POST', ENDPOINT, job, small ? { ...facts, ...BYTES } : facts, small ? blob : null);
    if (small) chunkSize.onCreated(blob.size, performance.now() - sent);
  } catch (error) {
    if (!small) throw error;
    chunkSize.resetSmallBytes();
    if (!isAboutBytes(error)) throw error;
    response = await call('POST', ENDPOINT, job, facts);
    return begun(job, response, 0);
  }
  // Without an offset the server took none of the bytes.
  return begun(job, response, small && response.headers.has('Upload-Offset') ? offsetOf(response) : 0);
}

/** Whether something on the way refused a creation with bytes: one without them may pass. */
const isAboutBytes = (error: unknown): boolean =>
  error instanceof RequestTooLargeError || (error instanceof NetworkError && (error.reason === 'portal' || error.reason === 'gateway'));

async function begun({ blob, onUrl, onProgress }: UploadJob, response: Response, offset: number): Promise<UploadPosition> {
  const location = response.headers.get('Location');
  if (location === null) throw new NetworkError('portal');
  const url = new URL(apiUrl(location)).pathname;
  await onUrl(url, offset);
  if (offset > 0) onProgress(offset, blob.size);
  return { url, offset };
}

async function append(job: UploadJob, url: string, from: number, to: number): Promise<number> {
  const headers = { 'Upload-Offset': String(from), ...BYTES };
  const offset = offsetOf(await call('PATCH', url, job, headers, job.blob.slice(from, to)));
  // No progress, or more than was sent: not an answer to this request.
  if (offset <= from || offset > to) throw new NetworkError('portal');
  return offset;
}

/**
 * Sends one request and aborts it after too long without an answer.
 * @returns a response of the server: to HEAD any, otherwise a success
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
    // The headers are enough. Browsers list a response that is not read to its end as a failed request.
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
 * The server answers with a problem document, or its tus layer with a status that means "start over" or "later". Anything else comes from
 * an intermediary, whatever headers it lets through.
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
    detail: `The upload failed (${status}).`,
    code,
    request_id: '',
  });
}

function offsetOf(response: Response): number {
  const offset = response.headers.get('Upload-Offset');
  if (offset === null || !/^\d+$/.test(offset)) throw new NetworkError('portal');
  return Number(offset);
}
