// Objects as files under one folder. An object appears by a rename after its bytes were synced, so it is there whole or not at all.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode, fsyncPath } from '#server/storage/local-files.ts';
import type { Storage } from '#server/storage/storage.ts';

const validKey = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
const abandonedAfter = 24 * 3600 * 1000;

async function orNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Makes a folder that survives a power cut: each new folder's entry is synced in its parent. */
async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made)) await fsyncPath(path.dirname(made));
}

/**
 * Opens the storage in a folder, making it when it is missing.
 * @throws when the folder cannot be made or written to
 */
export async function openLocalStorage(folder: string): Promise<Storage> {
  const root = path.resolve(folder);
  // Partial files, apart from objects. The dot excludes the name from the key space.
  const workshop = path.join(root, '.incoming');
  await makeFolder(workshop);
  await removeAbandoned(workshop);

  const fileOf = (key: string) => {
    if (key.length > 500 || !validKey.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
    return path.join(root, key);
  };
  const newFile = () => path.join(workshop, randomUUID());

  const moveIn = async (from: string, key: string) => {
    const target = fileOf(key);
    await makeFolder(path.dirname(target));
    await rename(from, target);
    await fsyncPath(path.dirname(target));
  };

  return {
    async put(key, body) {
      fileOf(key);
      const part = newFile();
      try {
        // `flush` syncs the file before it is closed.
        if (Buffer.isBuffer(body)) await writeFile(part, body, { flag: 'wx', flush: true });
        else await pipeline(body, createWriteStream(part, { flags: 'wx', flush: true }));
        await moveIn(part, key);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },

    async adopt(key, file) {
      fileOf(key);
      await fsyncPath(file);
      try {
        await moveIn(file, key);
      } catch (error) {
        if (errorCode(error) !== 'EXDEV') throw error;
        const part = newFile();
        await copyFile(file, part, constants.COPYFILE_EXCL);
        await fsyncPath(part);
        await moveIn(part, key);
        await rm(file, { force: true });
      }
    },

    async get(key, range) {
      const handle = await orNull(() => open(fileOf(key), 'r'));
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        return { stream: size === 0 ? await emptied(handle) : handle.createReadStream(range ?? {}), bytes: size };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    async open(key) {
      const handle = await orNull(() => open(fileOf(key), 'r'));
      if (!handle) return null;
      const close = () => handle.close();
      try {
        const { size: bytes } = await handle.stat();
        return { bytes, read: (range, buffer) => readInto(buffer, handle, range), close };
      } catch (error) {
        await close();
        throw error;
      }
    },

    size: (key) => orNull(async () => (await stat(fileOf(key))).size),

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },

    async withFile(key, use) {
      const file = fileOf(key);
      return (await orNull(() => stat(file))) ? use(file) : null;
    },

    async ready() {
      try {
        // Without a write, because anyone can call this as often as they like.
        await access(workshop, constants.W_OK | constants.X_OK);
        const { bavail } = await statfs(workshop);
        return bavail > 0;
      } catch {
        // A read-only or missing folder means "not ready".
        return false;
      }
    },
  };
}

async function* readInto(buffer: Buffer, handle: FileHandle, { start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
  for (let position = start; position <= end;) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - position + 1), position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function emptied(handle: FileHandle): Promise<Readable> {
  await handle.close();
  return Readable.from([]);
}

/** Removes what a killed process left half-written; young files may belong to another process at work. */
async function removeAbandoned(workshop: string): Promise<void> {
  for (const name of await readdir(workshop)) {
    const file = path.join(workshop, name);
    const found = await orNull(() => stat(file));
    if (found && found.mtimeMs < Date.now() - abandonedAfter) await rm(file, { force: true });
  }
}
