// Uploads that arrive as files in DATA_DIR/uploads.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileConfigstore, FileStore } from '@tus/file-store';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/http/problem.ts';
import { intakeOf } from '#server/photos/intake.ts';
import { isTusError, remainingOf, type UploadFiles } from '#server/photos/upload-files.ts';
import { orNull } from '#server/storage/local-files.ts';

/** The files of uploads. Ids must be the server's own: they become names of files. */
export function localUploadFiles(deps: Deps, store: FileStore): UploadFiles {
  const remove = async (id: string) => {
    await Promise.all([id, `${id}.json`].map((name) => rm(path.join(store.directory, name), { force: true })));
  };
  return {
    async find(id) {
      let upload: Awaited<ReturnType<FileStore['getUpload']>>;
      try {
        upload = await store.getUpload(id);
      } catch (error) {
        if (isTusError(error) && (error.status_code === 404 || error.status_code === 410)) return null;
        throw error;
      }
      const file = path.join(store.directory, id);
      return {
        ...remainingOf(upload.offset, upload.size ?? null),
        async moveTo(key, accept) {
          const intake = intakeOf(deps);
          const found = await orNull(() => intake.inspect(file));
          if (!found) return null;
          const accepted = await accept(found);
          return orNull(async () => {
            await intake.adopt(key, file);
            return accepted;
          });
        },
        remove: () => remove(id),
      };
    },
    remove,
    removeOrphans: () => Promise.resolve(),
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
class LocalUploadStore extends FileStore {
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

export function openLocalUploadStore(dataDir: string): LocalUploadStore {
  const directory = path.join(dataDir, 'uploads');
  const store = new LocalUploadStore({ directory, configstore: new CachedConfigstore(directory) });
  // Its expiry would delete complete uploads too; the job sweep-uploads has our own rule.
  store.extensions = store.extensions.filter((extension) => extension !== 'expiration');
  return store;
}
