// Uploads by tus 1.0. operations/uploads.ts authorizes them; the commit (operations/create-photo.ts) turns the bytes into a photo.
import type { IncomingMessage } from 'node:http';
import { type DataStore, Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { problemBody, toProblem } from '#server/http/errors.ts';
import { Problem } from '#server/http/problem.ts';
import { EXPOSED_HEADERS } from '#server/http/security.ts';
import { BucketUploadStore } from '#server/photos/bucket-uploads.ts';
import { forgetUpload } from '#server/photos/discard-upload.ts';
import { localUploadFiles, openLocalUploadStore } from '#server/photos/local-uploads.ts';
import { isTusError, type UploadFiles } from '#server/photos/upload-files.ts';
import { createUploadLeases, createUploadLocks } from '#server/photos/upload-locks.ts';

export interface Uploads extends UploadFiles {
  /**
   * Answers one tus request on the raw response. Ends when it was answered, or its line was cut.
   * @param newId the name of the upload that it begins
   */
  answer(request: FastifyRequest, reply: FastifyReply, newId?: string): Promise<void>;
  /** Runs `act` under the upload's lock. */
  withLock<T>(id: string, act: () => Promise<T>): Promise<T>;
}

/** A bucket is open to every server; files are in a folder that all processes of this machine share. */
function openUploadStore(deps: Deps, leaseOf: (id: string) => string | null): { store: DataStore; files: UploadFiles } {
  const { config } = deps;
  if (config.s3 !== null) {
    const store = new BucketUploadStore(deps, leaseOf);
    return { store, files: store.files };
  }
  const store = openLocalUploadStore(config.dataDir);
  // A client that cancelled an upload may start another one at once.
  store.onRemoved = async (id) => void (await forgetUpload(deps, { id }));
  return { store, files: localUploadFiles(deps, store) };
}

/** What has arrived, for a process that receives nothing. */
export const openUploadFiles = (deps: Deps): UploadFiles => openUploadStore(deps, () => null).files;

export function createUploads(deps: Deps): Uploads {
  const { config } = deps;
  const newIds = new WeakMap<IncomingMessage, string>();
  const beginning = new Set<string>();
  // An embedded database has no other process.
  const leases = config.databaseUrl === null ? null : createUploadLeases(deps);
  const locks = createUploadLocks(leases, (id) => beginning.has(id));
  const { store, files } = openUploadStore(deps, locks.leaseOf);

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
    ...files,
    withLock: (id, act) => locks.hold(id, act),
    async answer(request, reply, newId) {
      if (newId !== undefined) {
        newIds.set(request.raw, newId);
        beginning.add(newId);
      }
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
      if (newId !== undefined) beginning.delete(newId);
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
