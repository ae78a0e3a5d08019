// Local models that tests write into a data folder themselves, without an installation.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledModel } from '#server/generation/local/install/installed-models.ts';
import { MANIFEST_FILE, ManifestError, parseManifestFile } from '#server/generation/local/manifest.ts';

const MODELS_FOLDER = 'models';

/** Folders without a valid manifest of their name are left out. */
export async function readModelFolders(dataDir: string): Promise<InstalledModel[]> {
  const parent = path.join(dataDir, MODELS_FOLDER);
  const names = await readdir(parent).catch(emptyIfMissing);
  const found = await Promise.all(names.toSorted().map((name) => readModel(path.join(parent, name), name)));
  return found.filter((model) => model !== null);
}

async function readModel(folder: string, name: string): Promise<InstalledModel | null> {
  try {
    const manifest = parseManifestFile(await readFile(path.join(folder, MANIFEST_FILE), 'utf8'));
    return manifest.name === name ? { folder, manifest } : null;
  } catch (error) {
    if (error instanceof ManifestError || isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

function emptyIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}
