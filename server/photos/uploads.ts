// Uploads by tus 1.0 into DATA_DIR/uploads. operations/uploads.ts authorizes them; the commit (operations/create-photo.ts) turns the bytes into a photo.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileConfigstore, FileStore } from '@tus/file-store';
import { type Lock, type Locker, Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { problemBody, toProblem } from '#server/http/errors.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { EXPOSED_HEADERS } from '#server/http/security.ts';
import { deleteUploadRecord, isStorageKeyReferenced, removeUpload, type UploadToRemove } from '#server/photos/uploads-repository.ts';
import { photoOfOriginal } from '#server/storage/storage.ts';

interface UploadedFile {
  file: string;
  /** Bytes that have arrived. */
  bytes: number;
  /** Bytes that are announced and have not arrived; null where no length was announced. */
  remainingBytes: number | null;
  isComplete: boolean;
}

export interface UploadFiles {
  /** Null when no file of this upload is here. */
  find(id: string): Promise<UploadedFile | null>;
  /** Removes the files of an upload. */
  remove(id: string): Promise<void>;
}

/** The files of uploads. Ids must be the server's own: they become names of files. */
export function uploadFiles(store: FileStore): UploadFiles {
  return {
    async find(id) {
      try {
        const upload = await store.getUpload(id);
        return {
          file: path.join(store.directory, id),
          bytes: upload.offset,
          remainingBytes: upload.size === undefined ? null : Math.max(0, upload.size - upload.offset),
          isComplete: upload.size !== undefined && upload.offset >= upload.size,
        };
      } catch (error) {
        if (isTusError(error) && (error.status_code === 404 || error.status_code === 410)) return null;
        throw error;
      }
    },
    async remove(id) {
      await Promise.all([id, `${id}.json`].map((name) => rm(path.join(store.directory, name), { force: true })));
    },
  };
}

/** What uploads were announced as, from memory too: each request asks for it several times. */
class CachedConfigstore extends FileConfigstore {
  readonly #texts = new Map<string, string>();

  override async get(id: string): ReturnType<FileConfigstore['get']> {
    const text = this.#texts.get(id);
    if (text !== undefined) return JSON.parse(text) as Awaited<ReturnType<FileConfigstore['get']>>;
    return super.get(id);
  }

  override async set(...[id, upload]: Parameters<FileConfigstore['set']>): Promise<void> {
    await super.set(id, upload);
    // Another process may learn the length that was left open.
    if (upload.size === undefined) return;
    this.#texts.set(id, JSON.stringify(upload));
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= MAX_CACHED_CONFIGS) break;
      this.#texts.delete(oldest);
    }
  }

  override async delete(id: string): Promise<void> {
    this.#texts.delete(id);
    await super.delete(id);
  }
}

/** About 300 bytes each. */
const MAX_CACHED_CONFIGS = 2000;
/** Each write waits for a turn of a thread that may be full, so there are few. */
const WRITE_BUFFER_BYTES = 1 << 20;

/** Preserves the error of a failed write: the library replaces a full disk by another error. */
class UploadStore extends FileStore {
  /** Called when an upload's files are removed, before the response. */
  onRemoved: (id: string) => Promise<void> = async () => undefined;

  override async remove(id: string): Promise<void> {
    await super.remove(id);
    await this.onRemoved(id);
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(path.join(this.directory, id), { flags: 'r+', start: offset, highWaterMark: WRITE_BUFFER_BYTES });
    try {
      await pipeline(readable, file);
    } catch (error) {
      // The upload was removed concurrently, for example with its owner's account: the client starts again.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw notFound('upload');
      throw error;
    }
    return offset + file.bytesWritten;
  }
}

export function openUploadStore(dataDir: string): UploadStore {
  const directory = path.join(dataDir, 'uploads');
  const store = new UploadStore({ directory, configstore: new CachedConfigstore(directory) });
  // Its expiry would delete complete uploads too; the job sweep-uploads has our own rule.
  store.extensions = store.extensions.filter((extension) => extension !== 'expiration');
  return store;
}

export interface Uploads extends UploadFiles {
  /**
   * Answers one tus request on the raw response. Ends when it was answered, or its line was cut.
   * @param newId the name of the upload that it begins
   */
  answer(request: FastifyRequest, reply: FastifyReply, newId?: string): Promise<void>;
  /** Runs `act` under the upload's lock. */
  withLock<T>(id: string, act: () => Promise<T>): Promise<T>;
}

export function createUploads({ config, db }: Pick<Deps, 'config' | 'db'>): Uploads {
  const locks = createUploadLocks();
  const newIds = new WeakMap<IncomingMessage, string>();
  const store = openUploadStore(config.dataDir);
  // A client that cancelled an upload may start another one at once.
  store.onRemoved = (id) => removeUpload(db, id);

  const tus = new Server({
    path: '/api/v1/uploads',
    datastore: store,
    relativeLocation: true,
    maxSize: config.maxPhotoBytes,
    locker: locks,
    // No other site's page may send here.
    allowedOrigins: (origin) => config.webOrigins.includes(origin),
    exposedHeaders: [...EXPOSED_HEADERS],
    namingFunction(request) {
      const raw = request.runtime?.node?.req;
      const id = raw && newIds.get(raw as IncomingMessage);
      // Its record is written before the file: one without a file is swept, a file without one would lie for ever.
      if (id === undefined) throw new Error('an upload was started without an ID');
      return id;
    },
    onResponseError(_request, error) {
      // Protocol errors are answered as the protocol defines; others as problem responses.
      if (!isTusError(error)) throw error;
      if (error.status_code === 501)
        throw new Problem(400, 'not_supported', 'Concatenated uploads aren’t supported. Send each file as one upload.');
      return undefined;
    },
  });

  return {
    ...uploadFiles(store),
    withLock: (id, act) => locks.hold(id, act),
    async answer(request, reply, newId) {
      if (newId !== undefined) newIds.set(request.raw, newId);
      const headers = reply.getHeaders();
      reply.hijack();
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
      const answered = tus.handle(request.raw, reply.raw).catch((error: unknown) => {
        const problem = toProblem(error);
        if (problem.status >= 500) request.log.error({ err: error }, 'an upload request failed');
        sendProblem(reply, problem);
      });
      // The library waits for an answer to be sent, which never is where the line was cut.
      await Promise.race([answered, responseClosed(reply)]);
    },
  };
}

const responseClosed = ({ raw }: FastifyReply): Promise<void> =>
  raw.destroyed ? Promise.resolve() : new Promise((resolve) => raw.once('close', () => resolve()));

/** A problem on the raw response. */
function sendProblem({ raw, request }: FastifyReply, problem: Problem): void {
  if (raw.headersSent) {
    raw.destroy();
    return;
  }
  const headers = { ...problem.headers, 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' };
  raw.writeHead(problem.status, { ...headers, 'tus-resumable': '1.0.0' });
  raw.end(JSON.stringify(problemBody(problem, request.id)));
}

function isTusError(error: unknown): error is { status_code: number; body: string } {
  return typeof error === 'object' && error !== null && 'status_code' in error && typeof error.status_code === 'number';
}

/**
 * Deletes an upload's record and files, and the bytes that an interrupted commit moved into the storage. The next sweep repeats it if interrupted.
 * @returns false if it doesn't exist or must not be deleted
 */
export async function discardUpload(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  files: Pick<UploadFiles, 'remove'>,
  upload: UploadToRemove,
): Promise<boolean> {
  const isForgotten = await db.transaction(async (tx) => {
    const forgotten = await deleteUploadRecord(tx, upload);
    if (!forgotten) return false;
    const { movedTo } = forgotten;
    if (movedTo !== null && !(await isStorageKeyReferenced(tx, movedTo, photoOfOriginal(movedTo)))) await storage.delete(movedTo);
    return true;
  });
  if (isForgotten) await files.remove(upload.id);
  return isForgotten;
}

interface Turn {
  /** Asks the current writer to stop soon. */
  askToRelease: () => Promise<void> | void;
  done: Promise<void>;
  finish: () => void;
}

const WAIT_MS = 20_000;

/** Locks within this process. All requests of an upload must reach the process that has its files. */
export function createUploadLocks(): Locker & { hold<T>(id: string, act: () => Promise<T>): Promise<T> } {
  const turns = new Map<string, Turn>();

  function newLock(id: string): Lock {
    let mine: Turn | null = null;
    return {
      async lock(stopSignal, askToRelease) {
        const deadline = Date.now() + WAIT_MS;
        for (let current = turns.get(id); current !== undefined; current = turns.get(id)) {
          await current.askToRelease();
          await settledOr(current.done, stopSignal, deadline - Date.now());
          if (stopSignal.aborted || (turns.get(id) === current && Date.now() >= deadline)) throw uploadBusy();
        }
        let finish = () => {};
        const done = new Promise<void>((resolve) => (finish = resolve));
        mine = { askToRelease, done, finish };
        turns.set(id, mine);
      },
      unlock() {
        if (mine !== null && turns.get(id) === mine) turns.delete(id);
        mine?.finish();
        mine = null;
        return Promise.resolve();
      },
    };
  }

  return {
    newLock,
    async hold(id, act) {
      const lock = newLock(id);
      await lock.lock(new AbortController().signal, () => {});
      try {
        return await act();
      } finally {
        await lock.unlock();
      }
    },
  };
}

/** Senders repeat it later. */
const uploadBusy = () => new Problem(423, 'upload_busy', 'This upload is being written by another request.');

async function settledOr(done: Promise<void>, signal: AbortSignal, ms: number): Promise<void> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const timer = setTimeout(stop, Math.max(0, ms));
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([done, stopped]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}
