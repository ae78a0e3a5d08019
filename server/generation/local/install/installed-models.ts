// The local models that this process can offer: a copy of the database, which notifications invalidate.
import path from 'node:path';
import type { Deps } from '#server/deps.ts';
import { type LocalModelManifest, parseManifestFile } from '#server/generation/local/manifest.ts';
import { listInstallations, listLocalModels, LOCAL_MODELS_TOPIC } from './local-models-repository.ts';
import { modelsFolder, readMachineId } from './model-folder.ts';

export interface InstalledModel {
  folder: string;
  manifest: LocalModelManifest;
}

type Parts = Pick<Deps, 'config' | 'db' | 'hub'>;

const copies = new WeakMap<Parts['hub'], { models: Promise<InstalledModel[]> | null }>();

/** Servers that only answer requests offer what any machine has installed, without its files. The others offer what this machine has. */
export function installedModels(parts: Parts): Promise<InstalledModel[]> {
  const copy = copyOf(parts.hub);
  const reading = (copy.models ??= read(parts));
  reading.catch(() => {
    if (copy.models === reading) copy.models = null;
  });
  return reading;
}

/** One for all callers of this process, for as long as it hears of changes. */
function copyOf(hub: Parts['hub']) {
  const known = copies.get(hub);
  if (known) return known;
  const copy: { models: Promise<InstalledModel[]> | null } = { models: null };
  hub.subscribe(LOCAL_MODELS_TOPIC, () => void (copy.models = null));
  copies.set(hub, copy);
  return copy;
}

async function read({ config: { dataDir, role }, db }: Parts): Promise<InstalledModel[]> {
  const rows = await listLocalModels(db);
  if (rows.length === 0) return [];
  const installations = await listInstallations(db);
  const machine = role === 'web' ? null : await readMachineId(dataDir);
  const isInstalled = ({ name, requestId }: (typeof rows)[number]) =>
    installations.some(
      (one) =>
        one.name === name && one.requestId === requestId && one.status === 'installed' && (machine === null || one.machine === machine),
    );
  return rows.filter(isInstalled).map(({ name, manifest }) => ({
    folder: path.join(modelsFolder(dataDir), name),
    manifest: parseManifestFile(manifest),
  }));
}
