// Objects as files under one folder. An object appears by a rename after its bytes were synced, so it is there whole or not at all.
import { randomUUID } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { access, constants, copyFile, type FileHandle, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode, fsyncPath, makeFolder, openWorkshop, orNull } from '#server/storage/local-files.ts';
import { isStorageKey, type ListedObject, requireStorageKey, type Storage } from '#server/storage/storage.ts';

/**
 * Opens the storage in a folder, making it when it is missing.
 * @throws when the folder cannot be made or written to
 */
export async function openLocalStorage(folder: string): Promise<Storage> {
  const root = path.resolve(folder);
  const workshop = await openWorkshop(root);

  const fileOf = (key: string) => {
    requireStorageKey(key);
    return path.join(root, key);
  };
  const newFile = () => path.join(workshop, randomUUID());

  const moveIn = async (from: string, key: string) => {
    const target = fileOf(key);
    await makeFolder(path.dirname(target));
    await rename(from, target);
    await fsyncPath(path.dirname(target));
  };

  const copyIn = async (from: string, key: string) => {
    const part = newFile();
    try {
      await copyFile(from, part, constants.COPYFILE_EXCL);
      await fsyncPath(part);
      await moveIn(part, key);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
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
        await copyIn(file, key);
        await rm(file, { force: true });
      }
    },

    async get(key, range) {
      const handle = await orNull(() => open(fileOf(key), 'r'));
      if (!handle) return null;
      try {
        const stats = await handle.stat();
        const { size: bytes } = stats;
        return { stream: bytes === 0 ? await emptied(handle) : handle.createReadStream(range ?? {}), bytes, version: versionOf(stats) };
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
        const stats = await handle.stat();
        return { bytes: stats.size, version: versionOf(stats), read: (range, buffer) => readInto(buffer, handle, range), close };
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

    list: (prefix) => listFiles(root, '', prefix),

    async copy(from, to) {
      const source = fileOf(from);
      fileOf(to);
      return (await orNull(() => copyIn(source, to).then(() => true))) ?? false;
    },

    presignGet: () => Promise.resolve(null),

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

/** @param folder its path below the root, empty or with a slash at its end */
async function* listFiles(root: string, folder: string, prefix: string): AsyncGenerator<ListedObject> {
  const entries = (await orNull(() => readdir(path.join(root, folder), { withFileTypes: true }))) ?? [];
  const found: { key: string; isFolder: boolean; bytes: number }[] = [];
  for (const entry of entries) {
    const key = `${folder}${entry.name}`;
    const isOnTheWay = prefix.startsWith(`${key}/`) || key.startsWith(prefix) || `${key}/`.startsWith(prefix);
    if (!isOnTheWay || !isStorageKey(key)) continue;
    // Links are followed, as for reading.
    const details = await orNull(() => stat(path.join(root, key)));
    if (details?.isDirectory()) found.push({ key: `${key}/`, isFolder: true, bytes: 0 });
    else if (details?.isFile() && key.startsWith(prefix)) found.push({ key, isFolder: false, bytes: details.size });
  }
  for (const { key, isFolder, bytes } of found.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (isFolder) yield* listFiles(root, key, prefix);
    else yield { key, bytes };
  }
}

/** A file is never changed in place: a new object is a new file. */
const versionOf = ({ ino, mtimeMs }: Stats): string => `${ino}-${mtimeMs}`;

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
