// The local models that this process can offer: a copy of the database and the disk, which notifications invalidate.
import path from 'node:path';
import type { Deps } from '#server/deps.ts';
import { parseManifestFile } from '#server/generation/local/manifest.ts';
import { listInstallations, listLocalModels, LOCAL_MODELS_TOPIC } from './local-models-repository.ts';
import { type InstalledFolder, modelsFolder, readMachineId } from './model-folder.ts';

export interface InstalledModels {
  installedModels(): Promise<InstalledFolder[]>;
  /** Calls back when they may have changed. */
  onChange(listener: () => void): void;
  close(): void;
}

/** Servers that only answer requests offer what any machine has installed, without its files. The others offer what this machine has. */
export function openInstalledModels({ config, db, hub }: Pick<Deps, 'config' | 'db' | 'hub'>): InstalledModels {
  const { dataDir, role } = config;
  const listeners = new Set<() => void>();
  let known: Promise<InstalledFolder[]> | null = null;
  const unsubscribe = hub.subscribe(LOCAL_MODELS_TOPIC, () => {
    known = null;
    for (const listener of listeners) listener();
  });

  async function read(): Promise<InstalledFolder[]> {
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

  return {
    installedModels() {
      const reading = (known ??= read());
      reading.catch(() => {
        if (known === reading) known = null;
      });
      return reading;
    },
    onChange: (listener) => void listeners.add(listener),
    close: unsubscribe,
  };
}
