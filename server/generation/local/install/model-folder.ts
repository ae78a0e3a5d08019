// Folders of installed models. A model appears by the rename of a complete folder, so it is there whole or not at all.
import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type LocalModelManifest, MANIFEST_FILE, type ModelFile, parseManifestFile } from '#server/generation/local/manifest.ts';
import { errorCode, fsyncPath, makeFolder, orNull } from '#server/storage/local-files.ts';
import { type DownloadContext, downloadFile, writtenBytes } from './download.ts';
import { InstallError } from './install-error.ts';

/** For partial installations: the dot keeps it apart from names of models. */
const INCOMING = '.incoming';
const MACHINE_FILE = '.machine';

export const modelsFolder = (dataDir: string): string => path.join(dataDir, 'models');
const folderOf = (dataDir: string, name: string) => path.join(modelsFolder(dataDir), name);
const incomingFolder = (dataDir: string) => path.join(modelsFolder(dataDir), INCOMING);

/** The id of this data folder among those of all servers. Null: no model was ever wanted here. */
export const findMachineId = (dataDir: string): Promise<string | null> =>
  orNull(() => readFile(path.join(modelsFolder(dataDir), MACHINE_FILE), 'utf8'));

/** The same, made at the first call. */
export async function readMachineId(dataDir: string): Promise<string> {
  const known = await findMachineId(dataDir);
  if (known !== null) return known;
  await makeFolder(modelsFolder(dataDir));
  const file = path.join(modelsFolder(dataDir), MACHINE_FILE);
  const made = `${file}.${randomUUID()}`;
  await writeFile(made, randomUUID(), { flag: 'wx', flush: true });
  try {
    // Appears whole, and once: several processes may use the folder.
    await link(made, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(made, { force: true });
  }
  return readFile(file, 'utf8');
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The installed model of this name, if it is the one of this manifest. Null: it isn't there, or isn't complete.
 * @param manifestText as it was accepted
 */
export async function findInstalledFolder(dataDir: string, name: string, manifestText: string): Promise<LocalModelManifest | null> {
  const folder = folderOf(dataDir, name);
  const found = await orNull(() => readFile(path.join(folder, MANIFEST_FILE), 'utf8'));
  if (found !== manifestText) return null;
  const manifest = parseManifestFile(found);
  for (const file of manifest.files) {
    const stats = await orNull(() => stat(path.join(folder, file.path)));
    if (!stats?.isFile() || stats.size !== file.bytes) return null;
  }
  return manifest;
}

export const removeInstalledFolder = async (dataDir: string, name: string): Promise<void> => {
  // Moved first: a model that is removed in part must not look like one.
  const removed = path.join(incomingFolder(dataDir), `removed.${randomUUID()}`);
  await makeFolder(incomingFolder(dataDir));
  if (await orNull(() => rename(folderOf(dataDir, name), removed).then(() => true))) await rm(removed, { recursive: true, force: true });
};

/** Removes partial installations except for those named. */
export async function sweepIncoming(dataDir: string, kept: readonly string[]): Promise<void> {
  const folder = incomingFolder(dataDir);
  for (const name of (await orNull(() => readdir(folder))) ?? [])
    if (!kept.includes(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}

/** The partial installation of a request. */
export const incomingName = (name: string, requestId: string): string => `${name}.${requestId}`;

/** Where files come from. */
export type FileSource = { kind: 'network'; addressOf: (file: ModelFile) => string } | { kind: 'folder'; folder: string };

interface Installation {
  dataDir: string;
  requestId: string;
  manifest: LocalModelManifest;
  manifestText: string;
  source: FileSource;
  context: DownloadContext;
}

/**
 * Installs a model, or continues an installation that was interrupted.
 * @throws {InstallError} and leaves what arrived for the next attempt of the same request
 */
export async function installModel({ dataDir, requestId, manifest, manifestText, source, context }: Installation): Promise<void> {
  const { name, files } = manifest;
  const incoming = path.join(incomingFolder(dataDir), incomingName(name, requestId));
  const content = path.join(incoming, 'content');
  await makeFolder(content);
  const targetOf = (file: ModelFile) => path.join(content, file.path);
  const present = await Promise.all(files.map((file) => writtenBytes(targetOf(file))));
  const have = present.reduce((sum, size) => sum + size, 0);
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  context.onBytes(have);
  await context.requireRoom(Math.max(0, total - have));
  for (const [index, file] of files.entries()) {
    context.signal.throwIfAborted();
    const target = targetOf(file);
    if (source.kind === 'folder') await copyVerified(source.folder, file, target, context);
    else await downloadFile(source.addressOf(file), file, { target, note: path.join(incoming, `note-${index}`) }, context);
  }
  await writeFile(path.join(content, MANIFEST_FILE), manifestText, { flush: true });
  for (const folder of new Set(files.map((file) => path.dirname(targetOf(file))))) await fsyncPath(folder);
  await fsyncPath(content);
  context.signal.throwIfAborted();
  await moveIn(dataDir, name, content);
  await rm(incoming, { recursive: true, force: true });
}

async function moveIn(dataDir: string, name: string, content: string): Promise<void> {
  await removeInstalledFolder(dataDir, name);
  await rename(content, folderOf(dataDir, name));
  await fsyncPath(modelsFolder(dataDir));
}

/** Copies a file of a folder of the server. Its hash is computed from the copy. */
async function copyVerified(folder: string, file: ModelFile, target: string, { signal, onBytes }: DownloadContext): Promise<void> {
  const before = await writtenBytes(target);
  const source = path.join(folder, file.path);
  const stats = await orNull(() => stat(source));
  if (!stats?.isFile()) throw new InstallError(`${file.path} is missing in the folder.`);
  if (stats.size !== file.bytes) throw new InstallError(`${file.path} has ${stats.size} bytes instead of the manifest’s ${file.bytes}.`);
  if ((await realpath(source)) !== path.join(await realpath(folder), file.path))
    throw new InstallError(`${file.path} is a link. The folder must contain the file itself.`);
  await mkdir(path.dirname(target), { recursive: true });
  onBytes(-before);
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(target, { signal }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      onBytes(chunk.length);
    }
    if (hash.digest('hex') !== file.sha256) throw new InstallError(`${file.path} isn’t the file of the manifest: its SHA-256 differs.`);
    const handle = await open(target, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') throw new InstallError('The disk is full.', { cause: error });
    throw error;
  }
}
