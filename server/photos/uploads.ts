// Bytes on their way in, by tus 1.0, into DATA_DIR/uploads. Who may is decided here for each request; the bytes become a photo only by the
// commit (operations/create-photo.ts).
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '#server/db/away.ts';
import type { Deps } from '#server/deps.ts';
import { EXPOSED_HEADERS } from '#server/http/cors.ts';
import { createUploadLocks } from '#server/photos/upload-locks.ts';
import { addUpload } from '#server/photos/upload-records.ts';

export interface UploadedFile {
  file: string;
  /** Bytes that have arrived. */
  bytes: number;
  complete: boolean;
}

export interface UploadFiles {
  /** Null when no file of this upload is here. */
  find(id: string): Promise<UploadedFile | null>;
  /** Removes what is left of an upload's files. */
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
          complete: upload.size !== undefined && upload.offset >= upload.size,
        };
      } catch (error) {
        if (isTusError(error) && (error.status_code === 404 || error.status_code === 410)) return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(path.join(store.directory, id), { force: true });
      await rm(path.join(store.directory, `${id}.json`), { force: true });
    },
  };
}

export function openUploadStore(dataDir: string): FileStore {
  const store = new FileStore({ directory: path.join(dataDir, 'uploads') });
  // Its expiry would delete complete uploads too; the job sweep-uploads has our own rule.
  store.extensions = store.extensions.filter((extension) => extension !== 'expiration');
  return store;
}

export interface Uploads extends UploadFiles {
  /** Answers one tus request on the raw response. */
  answer(request: FastifyRequest, reply: FastifyReply, userId: string | null): Promise<void>;
  /** Runs `act` while nobody else writes this upload. */
  hold<T>(id: string, act: () => Promise<T>): Promise<T>;
}

export function createUploads({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Uploads {
  const locks = createUploadLocks();
  const owners = new WeakMap<IncomingMessage, string>();
  const store = openUploadStore(config.dataDir);

  const tus = new Server({
    path: '/api/v1/uploads',
    datastore: store,
    relativeLocation: true,
    maxSize: config.maxPhotoBytes,
    locker: locks,
    // No other site's page may send here.
    allowedOrigins: (origin) => config.webOrigins.includes(origin),
    exposedHeaders: [...EXPOSED_HEADERS],
    async onUploadCreate(request, upload) {
      const raw = request.runtime?.node?.req;
      const userId = raw && owners.get(raw as IncomingMessage);
      if (userId === undefined) throw new Error('an upload was begun by nobody');
      // Before the file is made: a record without a file is swept, a file without a record would lie for ever.
      await addUpload(db, { id: upload.id, userId, bytes: upload.size ?? null });
      return {};
    },
    onResponseError(_request, error) {
      if (!isTusError(error)) log.error({ err: error }, 'an upload request failed');
      if (isDatabaseAway(error)) return { status_code: 503, body: 'The server is busy or restarting\n' };
      // Text for programs only: what broke in here is nobody's business out there.
      return isTusError(error) ? undefined : { status_code: 500, body: 'The upload failed\n' };
    },
  });

  return {
    ...uploadFiles(store),
    hold: (id, act) => locks.hold(id, act),
    async answer(request, reply, userId) {
      if (userId !== null) owners.set(request.raw, userId);
      const headers = reply.getHeaders();
      reply.hijack();
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
      await tus.handle(request.raw, reply.raw);
    },
  };
}

function isTusError(error: unknown): error is { status_code: number; body: string } {
  return typeof error === 'object' && error !== null && 'status_code' in error && typeof error.status_code === 'number';
}
