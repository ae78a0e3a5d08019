import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, from server/ as from dist/server/: where package.json, migrations, contract and built app are found. */
export const packageRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the server');
  return findRoot(parent);
}

/**
 * The path of an asset: beside its source, or where scripts/build.mjs copies it, beside the built server.
 * @param source `import.meta.url` of the caller
 * @throws an error with the command to run if it is in neither place
 */
export function assetPath(source: string, name: string): string {
  const folder = path.dirname(fileURLToPath(source));
  const found = [folder, path.dirname(folder)].map((parent) => path.join(parent, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is missing beside the server. Run npm run build.`);
  return found;
}
