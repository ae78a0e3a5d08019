// Downloads one file: resumes after a cut, hashes while it arrives, and refuses whatever isn't exactly the pinned file.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import type http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelFile } from '#server/generation/local/manifest.ts';
import { errorCode, makeFolder, orNull } from '#server/storage/local-files.ts';
import { connectionFailure, InstallError } from './install-error.ts';
import type { OpenSource, SourceRule } from './open-source.ts';

export interface DownloadTiming {
  /** Before the answer begins. */
  answerMs: number;
  /** Within this time at least `stallBytes` arrive. */
  stallMs: number;
  stallBytes: number;
  /** Attempts without progress. */
  attempts: number;
  /** Before the second attempt; doubles with each further one. */
  backoffMs: number;
  maxBackoffMs: number;
}

export const defaultDownloadTiming: DownloadTiming = {
  answerMs: 30_000,
  stallMs: 30_000,
  stallBytes: 30_000,
  attempts: 6,
  backoffMs: 2000,
  maxBackoffMs: 60_000,
};

export interface DownloadContext {
  open: OpenSource;
  rule: SourceRule;
  timing: DownloadTiming;
  signal: AbortSignal;
  /** Called for each piece that was written, and with a negative number when pieces are discarded. */
  onBytes(count: number): void;
  /** Called before another attempt, with what went wrong; null: it goes on. */
  onRetry(reason: string | null): void;
  /** @throws {InstallError} if so many bytes don't fit on the disk */
  requireRoom(bytes: number): Promise<void>;
}

/** Bytes between two checks of the free space. */
const ROOM_INTERVAL = 64 * 1024 * 1024;
/** An attempt that brought so much counts as progress. */
const PROGRESS_BYTES = 1024 * 1024;

/**
 * Downloads into `target`, where an earlier attempt may have left its beginning, and syncs it. The file at `target` is whole only after this resolves.
 * @param note a file that remembers the server's version of `target` between attempts
 * @throws {InstallError}
 */
export async function downloadFile(
  address: string,
  file: ModelFile,
  { target, note }: { target: string; note: string },
  context: DownloadContext,
): Promise<void> {
  const { timing, signal } = context;
  await makeFolder(path.dirname(target));
  let failures = 0;
  for (;;) {
    const begun = await writtenBytes(target);
    try {
      await attempt(address, file, { target, note }, context);
      await rm(note, { force: true });
      return;
    } catch (error) {
      signal.throwIfAborted();
      const failure = explain(error, address);
      if (failure.discards) {
        context.onBytes(-(await writtenBytes(target)));
        await rm(target, { force: true });
        await rm(note, { force: true });
      }
      failures = (await writtenBytes(target)) - begun >= PROGRESS_BYTES ? 1 : failures + 1;
      if (!failure.retryable || failures >= timing.attempts) throw failure;
      context.onRetry(failure.message);
      const wait = Math.max(timing.backoffMs * 2 ** (failures - 1), (failure.retryAfter ?? 0) * 1000);
      await delay(Math.min(wait, timing.maxBackoffMs), undefined, { signal });
    }
  }
}

export const writtenBytes = async (file: string): Promise<number> => (await orNull(() => stat(file)))?.size ?? 0;

/** Hashes what is there already, so that the hash of the whole file is known when it ends. */
async function hashExisting(target: string, signal: AbortSignal): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(target, { signal }) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash;
}

async function attempt(
  address: string,
  file: ModelFile,
  { target, note }: { target: string; note: string },
  context: DownloadContext,
): Promise<void> {
  const { open: openSource, rule, timing, signal, onBytes, onRetry, requireRoom } = context;
  let offset = await writtenBytes(target);
  const hash = offset === 0 ? createHash('sha256') : await hashExisting(target, signal);
  if (offset > file.bytes) throw new InstallError(tooLong(file), { retryable: true, discards: true });
  if (offset < file.bytes) {
    const known = await readNote(note, address);
    const watch = watchSpeed(timing);
    const ended = AbortSignal.any([signal, watch.signal]);
    try {
      const response = await openSource(address, rule, {
        signal: ended,
        headers: offset > 0 ? { range: `bytes=${offset}-`, ...(known && isStrong(known) && { 'if-range': known }) } : {},
      });
      try {
        const isResumed = requireFile(response, file, offset, new URL(address).host);
        const tag = response.headers.etag ?? null;
        if (known !== null && tag !== null && tag !== known) throw new InstallError(changed(file), { discards: true });
        const handle = await open(target, isResumed ? 'a' : 'w');
        try {
          if (!isResumed && offset > 0) onBytes(-offset);
          if (tag !== null && tag !== known) await writeFile(note, `${address}\n${tag}`, { flush: true });
          const fresh = isResumed ? hash : createHash('sha256');
          if (!isResumed) offset = 0;
          watch.begin();
          onRetry(null);
          await receive(response, handle, fresh, { file, offset, onBytes, requireRoom, watch });
          await handle.sync();
          return requireHash(fresh, file);
        } finally {
          await handle.close();
        }
      } finally {
        response.destroy();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (watch.signal.aborted && !(error instanceof InstallError)) throw watch.signal.reason;
      throw error;
    } finally {
      watch.end();
    }
  }
  requireHash(hash, file);
}

interface Received {
  file: ModelFile;
  offset: number;
  onBytes(count: number): void;
  requireRoom(bytes: number): Promise<void>;
  watch: SpeedWatch;
}

async function receive(
  response: AsyncIterable<Buffer>,
  handle: FileHandle,
  hash: Hash,
  { file, offset, onBytes, requireRoom, watch }: Received,
): Promise<void> {
  let size = offset;
  let checkedAt = -Infinity;
  for await (const chunk of response) {
    if (size + chunk.length > file.bytes) throw new InstallError(tooLong(file), { discards: true });
    if (size - checkedAt >= ROOM_INTERVAL) {
      await requireRoom(file.bytes - size);
      checkedAt = size;
    }
    await handle.writeFile(chunk);
    hash.update(chunk);
    size += chunk.length;
    watch.count(chunk.length);
    onBytes(chunk.length);
  }
  if (size < file.bytes) throw new InstallError(`${file.path} ended after ${size} of ${file.bytes} bytes.`, { retryable: true });
}

function requireHash(hash: Hash, file: ModelFile): void {
  if (hash.digest('hex') === file.sha256) return;
  throw new InstallError(`${file.path} isn’t the file of the manifest: its SHA-256 differs.`, { discards: true });
}

const tooLong = ({ path: name, bytes }: ModelFile): string => `${name} is longer than the ${bytes} bytes of the manifest.`;
const changed = ({ path: name }: ModelFile): string => `${name} changed on the server during the download. Start again.`;

/** Returns whether the answer continues at the offset. @throws {InstallError} it is no answer with this file */
function requireFile({ statusCode: status = 0, headers }: http.IncomingMessage, file: ModelFile, offset: number, host: string): boolean {
  if (status === 416) throw new InstallError(changed(file), { retryable: true, discards: true });
  if (status === 429 || status >= 500) {
    const after = Number(headers['retry-after']);
    const retryAfter = Number.isFinite(after) && after >= 0 ? after : null;
    throw new InstallError(`${host} answered ${status} for ${file.path}.`, { retryable: true, retryAfter });
  }
  if (status === 404 || status === 410) throw new InstallError(`${host} doesn’t have ${file.path} (${status}).`);
  if (status === 401 || status === 403) throw new InstallError(`${host} refuses access to ${file.path} (${status}).`);
  if (status !== 200 && !(status === 206 && offset > 0)) throw new InstallError(`${host} answered ${status} for ${file.path}.`);
  if (/^(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? ''))
    throw new InstallError(`${host} answered with a web page instead of ${file.path}. A login page of the network may be in between.`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new InstallError(`${host} sent ${file.path} compressed (${encoding}), so that it can’t be compared with the manifest.`);
  const isResumed = status === 206;
  if (isResumed && headers['content-range'] !== `bytes ${offset}-${file.bytes - 1}/${file.bytes}`)
    throw new InstallError(changed(file), { discards: true });
  const length = headers['content-length'];
  const expected = isResumed ? file.bytes - offset : file.bytes;
  if (length !== undefined && Number(length) !== expected)
    throw new InstallError(`${host} announces ${length} bytes for ${file.path} instead of ${expected}.`, { discards: !isResumed });
  return isResumed;
}

const isStrong = (tag: string): boolean => tag.startsWith('"');

/** The server's version of a file that was begun. Another source has versions of its own: the hash decides. */
async function readNote(note: string, address: string): Promise<string | null> {
  const [from, tag] = (await orNull(() => readFile(note, 'utf8')))?.split('\n') ?? [];
  return from === address ? (tag ?? null) : null;
}

interface SpeedWatch {
  signal: AbortSignal;
  /** The answer has begun. */
  begin(): void;
  count(bytes: number): void;
  end(): void;
}

/** Aborts with a retryable error when the answer doesn't begin, or bytes arrive too slowly. */
function watchSpeed({ answerMs, stallMs, stallBytes }: DownloadTiming): SpeedWatch {
  const slow = new AbortController();
  const abort = (message: string) => slow.abort(new InstallError(message, { retryable: true }));
  const answer = setTimeout(() => abort('The server doesn’t answer.'), answerMs);
  let interval: NodeJS.Timeout | undefined;
  let received = 0;
  return {
    signal: slow.signal,
    begin() {
      clearTimeout(answer);
      interval = setInterval(() => {
        if (received < stallBytes) abort('The download has stalled.');
        received = 0;
      }, stallMs);
    },
    count: (bytes) => void (received += bytes),
    end() {
      clearTimeout(answer);
      clearInterval(interval);
    },
  };
}

/** Codes of connections that broke or did not come about. */
function explain(error: unknown, address: string): InstallError {
  if (error instanceof InstallError) return error;
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new InstallError('The disk is full.', { cause: error });
  const failure = connectionFailure(error, address);
  // The local disk, or a fault of this program.
  if (!failure) throw error;
  return failure;
}
