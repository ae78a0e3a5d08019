// Reads the manifest of a mirror or of a folder, which a super administrator reviews before anything else is fetched.
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LocalModelSource } from '#server/db/schema/local-models.ts';
import { type LocalModelManifest, MANIFEST_FILE, ManifestError, parseManifestFile } from '#server/generation/local/manifest.ts';
import { orNull } from '#server/storage/local-files.ts';
import { findCatalogEntry, manifestText, pinnedManifest } from './catalog.ts';
import { connectionFailure, InstallError } from './install-error.ts';
import { mirrorRule, type OpenSource } from './open-source.ts';

const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 15_000;
const MAX_FOLDERS = 100;

export interface ReadManifest {
  manifest: LocalModelManifest;
  text: string;
}

/** @throws {InstallError} */
export async function readManifest(
  source: LocalModelSource,
  name: string | null,
  { open, modelsFolder }: { open: OpenSource; modelsFolder: string | null },
): Promise<ReadManifest> {
  const text =
    source.kind === 'catalog'
      ? ofCatalog(name)
      : await (source.kind === 'mirror' ? ofMirror(source.url, open) : ofFolder(offeredFolder(modelsFolder, source.name)));
  try {
    return { manifest: parseManifestFile(text), text };
  } catch (error) {
    if (error instanceof ManifestError) throw new InstallError(error.message, { cause: error });
    throw error;
  }
}

function ofCatalog(name: string | null): string {
  const entry = name === null ? undefined : findCatalogEntry(name);
  if (!entry) throw new InstallError('This release doesn’t know this model.');
  const manifest = pinnedManifest(entry);
  if (!manifest)
    throw new InstallError(
      'This release doesn’t know the SHA-256 of all files of this model. Install it from a mirror or a folder with a manifest.',
    );
  return manifestText(manifest);
}

async function ofMirror(url: string, open: OpenSource): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { host } = new URL(url);
  try {
    const response = await open(`${url}/${MANIFEST_FILE}`, mirrorRule(url), { signal });
    try {
      const { statusCode: status } = response;
      if (status !== 200) throw new InstallError(`${host} answered ${status} for ${MANIFEST_FILE}.`);
      if ((response.headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new InstallError(`${host} sent ${MANIFEST_FILE} compressed, which was not asked for.`);
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_BYTES) throw new InstallError(`${MANIFEST_FILE} is larger than 1 MB.`);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString('utf8');
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (error instanceof InstallError) throw error;
    if (signal.aborted) throw new InstallError(`${host} doesn’t answer.`, { cause: error });
    throw connectionFailure(error, url) ?? new InstallError(`The connection to ${host} failed.`, { cause: error });
  }
}

async function ofFolder(folder: string): Promise<string> {
  const file = path.join(folder, MANIFEST_FILE);
  const stats = await orNull(() => stat(file));
  if (!stats?.isFile()) throw new InstallError(`The folder has no ${MANIFEST_FILE}.`);
  if (stats.size > MAX_BYTES) throw new InstallError(`${MANIFEST_FILE} is larger than 1 MB.`);
  if ((await realpath(file)) !== path.join(await realpath(folder), MANIFEST_FILE)) throw new InstallError(`${MANIFEST_FILE} is a link.`);
  return readFile(file, 'utf8');
}

const FOLDER_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

/** @throws {InstallError} */
export function offeredFolder(modelsFolder: string | null, name: string): string {
  if (modelsFolder === null) throw new InstallError('MODELS_FOLDER isn’t set on this server.');
  if (!FOLDER_NAME.test(name)) throw new InstallError('This isn’t the name of a folder.');
  return path.join(modelsFolder, name);
}

/** Names of the folders that models can be installed from. */
export async function listOfferedFolders(modelsFolder: string | null): Promise<string[]> {
  if (modelsFolder === null) return [];
  const entries = (await orNull(() => readdir(modelsFolder))) ?? [];
  const found = await Promise.all(
    entries
      .filter((name) => FOLDER_NAME.test(name))
      .toSorted()
      .slice(0, MAX_FOLDERS)
      .map(async (name) => ((await orNull(() => stat(path.join(modelsFolder, name, MANIFEST_FILE)))) ? name : null)),
  );
  return found.filter((name) => name !== null);
}
