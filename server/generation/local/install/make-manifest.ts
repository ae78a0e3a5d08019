// Makes the `manifest.json` of a folder with the files of a model, for mirrors and for servers without a network.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  filesOfPipeline,
  type LocalModelManifest,
  MANIFEST_FILE,
  type ModelFile,
  parseManifest,
} from '#server/generation/local/manifest.ts';
import { orNull } from '#server/storage/local-files.ts';
import { findCatalogEntry, installableModels, manifestText } from './catalog.ts';
import { InstallError } from './install-error.ts';
import { sha256Of } from './model-folder.ts';

/** A manifest without `files`, for models that aren't in the catalog. */
const DESCRIPTION_FILE = 'model.json';

interface MadeManifest {
  manifest: LocalModelManifest;
  sha256: string;
  /** What differs from the catalog. */
  notes: string[];
}

/**
 * Hashes the files that the pipeline names, and writes the manifest beside them.
 * @param name of the catalog; null: the folder has a `model.json`, or the name of a model of the catalog
 * @throws {InstallError} for people
 */
export async function makeManifest(folder: string, name: string | null): Promise<MadeManifest> {
  const description = await readDescription(folder, name);
  const entry = findCatalogEntry(description.name);
  const notes: string[] = [];
  const files: ModelFile[] = [];
  for (const file of new Set(filesOfPipeline(description.pipeline))) {
    const found = await hashFile(path.join(folder, file));
    if (!found) throw new InstallError(`${file} is missing in ${folder}.`);
    const known = entry?.files.find((one) => one.path === file);
    if (known && known.bytes !== found.bytes) notes.push(`${file} has ${found.bytes} bytes; the catalog’s has ${known.bytes}.`);
    else if (known?.sha256 && known.sha256 !== found.sha256) notes.push(`${file} isn’t the file of the catalog: its SHA-256 differs.`);
    files.push({ path: file, ...found });
  }
  const manifest = parseManifest({ ...description, files });
  const text = manifestText(manifest);
  await writeFile(path.join(folder, MANIFEST_FILE), text, { flush: true });
  return { manifest, sha256: sha256Of(text), notes };
}

async function readDescription(folder: string, name: string | null): Promise<Omit<LocalModelManifest, 'files'>> {
  const own = name === null ? await orNull(() => readFile(path.join(folder, DESCRIPTION_FILE), 'utf8')) : null;
  if (own !== null) {
    const { files: _files, ...description } = parseManifest({ ...parseJson(own), files: placeholders(own) });
    return description;
  }
  const entry = findCatalogEntry(name ?? path.basename(path.resolve(folder)));
  if (entry) return entry.manifest;
  const names = installableModels.map(({ manifest }) => manifest.name).join(', ');
  throw new InstallError(
    `Say which model it is with --model (${names}), or describe it in ${DESCRIPTION_FILE}, which is a manifest without files.`,
  );
}

function parseJson(text: string): Record<string, unknown> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new InstallError(`${DESCRIPTION_FILE} isn’t JSON.`, { cause: error });
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new InstallError(`${DESCRIPTION_FILE} isn’t an object.`);
  return { ...read };
}

/** So that the rest can be validated before the files are hashed. */
function placeholders(text: string): ModelFile[] {
  const { pipeline } = parseJson(text) as { pipeline?: LocalModelManifest['pipeline'] };
  try {
    return pipeline ? [...new Set(filesOfPipeline(pipeline))].map((file) => ({ path: file, bytes: 1, sha256: '0'.repeat(64) })) : [];
  } catch {
    // An incomplete pipeline: the validation of the whole says what is missing.
    return [];
  }
}

async function hashFile(file: string): Promise<Omit<ModelFile, 'path'> | null> {
  const stats = await orNull(() => stat(file));
  if (!stats?.isFile()) return null;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return { bytes: stats.size, sha256: hash.digest('hex') };
}
