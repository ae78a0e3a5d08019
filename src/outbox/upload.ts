// Sending a photo's bytes by tus 1.0 (https://tus.io/protocols/resumable-upload), resumable, in pages and in the worker. Our own, because a
// library's client costs a tenth of the script that the way to the shutter may load, and knows neither a URL that must be kept before the
// next byte leaves nor chunks that follow the line (docs/decisions/005-uploads.md).
import { anySignal } from '#src/lib/any-signal.ts';
import { apiUrl } from '#src/transport/base.ts';
import { send } from '#src/transport/fetch.ts';
import { ApiError, isProblem, NetworkError } from '#src/transport/problem.ts';

const ENDPOINT = '/api/v1/uploads';
const VERSION = { 'Tus-Resumable': '1.0.0' };
const BYTES = { 'Content-Type': 'application/offset+octet-stream' };
/** Up to here the creation carries the bytes: one request. Larger ones are created empty, so that a cut creation loses no bytes. */
const SMALL_BYTES = 256 * 1024;
const CHUNK_MIN = 64 * 1024;
const CHUNK_MAX = 8 * 1024 * 1024;
/** What a chunk should take: long enough to be cheap, short enough to show progress and lose little. */
const CHUNK_TARGET_MS = 3000;
/** Without an answer for this long, a request is given up (offline.md, Sending 5: lack of progress, not total time). */
const STALL_MS = 45_000;

/** Of this line, learned from the chunks before. */
let chunkBytes = 512 * 1024;

/** The next chunk's size after one of `bytes` took `ms`: towards the target, at most four times up or down at once. */
export function nextChunkSize(bytes: number, ms: number): number {
  const ideal = (bytes / Math.max(ms, 1)) * CHUNK_TARGET_MS;
  const bounded = Math.min(Math.max(ideal, bytes / 4), bytes * 4);
  return Math.round(Math.min(CHUNK_MAX, Math.max(CHUNK_MIN, bounded)));
}

export interface UploadJob {
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
}

/**
 * Brings all bytes to the server.
 * @returns the upload's URL
 * @throws NetworkError, ApiError (of an upload's answer), or the signal's reason
 */
export async function uploadBytes(job: UploadJob): Promise<string> {
  const { size } = job.blob;
  let { url, offset } = (await resume(job)) ?? (await create(job));
  let resynced = false;
  while (offset < size) {
    const from = offset;
    const end = Math.min(size, from + chunkBytes);
    const begun = Date.now();
    try {
      offset = await append(job, url, from, end);
    } catch (error) {
      // 409: bytes of a request that we gave up arrived after all. Once, ask where it stands; then begin again.
      const resumed = error instanceof ApiError && error.status === 409 && !resynced ? await resume({ ...job, uploadUrl: url }) : null;
      if (!resumed) throw error;
      resynced = true;
      ({ url, offset } = resumed);
      continue;
    }
    if (offset === end && end < size) chunkBytes = nextChunkSize(end - from, Date.now() - begun);
    job.onProgress(offset, size);
  }
  return url;
}

interface Position {
  /** Path of the upload. */
  url: string;
  /** Bytes that the server has. */
  offset: number;
}

/** Where an upload begun before stands; null when there is none any more. */
async function resume({ uploadUrl, account, blob, signal }: UploadJob): Promise<Position | null> {
  if (uploadUrl === null) return null;
  const response = await call('HEAD', uploadUrl, { account, signal });
  if (response.status === 404 || response.status === 410) return null;
  // To a HEAD the server cannot say why. 409 is the other account's: what has arrived stays for ours.
  if (response.status === 409) throw refusal(response, 'account_mismatch');
  const offset = offsetOf(expectOk(response));
  return offset <= blob.size ? { url: uploadUrl, offset } : null;
}

async function create({ blob, account, eventId, signal, onUrl, onProgress }: UploadJob): Promise<Position> {
  // Nor on a line so slow that it would be cut each time, and begun again from nought.
  const small = blob.size <= Math.min(SMALL_BYTES, chunkBytes);
  const headers = { 'Upload-Length': String(blob.size), 'Upload-Metadata': `event ${btoa(eventId)}`, ...(small ? BYTES : {}) };
  const response = expectOk(await call('POST', ENDPOINT, { account, signal, headers, body: small ? blob : null }));
  const location = response.headers.get('Location');
  if (location === null) throw new NetworkError('portal');
  const url = new URL(apiUrl(location)).pathname;
  await onUrl(url);
  if (!small) return { url, offset: 0 };
  const offset = offsetOf(response);
  onProgress(offset, blob.size);
  return { url, offset };
}

async function append({ blob, account, signal }: UploadJob, url: string, from: number, to: number): Promise<number> {
  const headers = { 'Upload-Offset': String(from), ...BYTES };
  const offset = offsetOf(expectOk(await call('PATCH', url, { account, signal, headers, body: blob.slice(from, to) })));
  // Less than nothing new, or more than was sent, is no answer to this request.
  if (offset <= from || offset > to) throw new NetworkError('portal');
  return offset;
}

interface CallOptions {
  account: string;
  signal: AbortSignal;
  headers?: Record<string, string>;
  body?: Blob | null;
}

/**
 * One request, given up when nothing comes back for too long.
 * @returns an answer of our server: another's has neither tus headers nor a problem document
 */
async function call(method: string, path: string, { account, signal, headers = {}, body = null }: CallOptions): Promise<Response> {
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
    if (body) chunkBytes = Math.max(CHUNK_MIN, Math.round(chunkBytes / 2));
    throw stalled.aborted ? new NetworkError('timeout', error) : error;
  }
  if (!response.headers.has('Tus-Resumable') && !isProblem(response)) throw new NetworkError('portal');
  if (isProblem(response) && method !== 'HEAD') throw new ApiError(response, await response.json());
  return response;
}

function expectOk(response: Response): Response {
  if (response.ok) return response;
  throw refusal(response, `upload_${response.status}`);
}

function refusal(response: Response, code: string): ApiError {
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
