// Removes what packages bring for other machines: onnxruntime-node has its binaries for every system in one package, 290 MB. Runs after `npm ci`
// (`prepare` in package.json) and in the Containerfile. Copies that share files by hard links keep theirs.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders `<system>/<architecture>` in `folder` that are not of this machine. */
function foreign(folder, { platform, arch }) {
  if (!existsSync(path.join(folder, platform, arch))) return [];
  return readdirSync(folder).flatMap((system) => {
    if (system !== platform) return [path.join(folder, system)];
    return readdirSync(path.join(folder, system))
      .filter((architecture) => architecture !== arch)
      .map((architecture) => path.join(folder, system, architecture));
  });
}

/** Keeps everything where the machine's own binaries are missing. An installation that can't be changed stays as it is. */
export function trimPackages(root, machine = process) {
  for (const folder of foreign(path.join(root, 'node_modules/onnxruntime-node/bin/napi-v6'), machine)) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
      console.warn(`kept ${folder}: ${error.code}`);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) trimPackages(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
