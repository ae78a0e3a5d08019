// Local models: what can be installed, the acceptance of a license, and removal. The installation itself is done by each machine
// (server/generation/local/install/installer.ts).
import os from 'node:os';
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import type { LocalModelSource } from '#server/db/schema/local-models.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { durationLabel } from '#server/generation/duration-label.ts';
import { findGeneration, finishGeneration, nextGenerationSeq } from '#server/generation/generations-repository.ts';
import {
  type CatalogEntry,
  findCatalogEntry,
  installableModels,
  manifestText,
  pinnedManifest,
} from '#server/generation/local/install/catalog.ts';
import { InstallError } from '#server/generation/local/install/install-error.ts';
import {
  countUnfinishedOf,
  deleteLocalModel,
  findLocalModel,
  forgetFailedInstallations,
  type InstallationRow,
  isSilent,
  listInstallations,
  listLocalModels,
  listUnfinishedOf,
  type LocalModelRow,
  lockLocalModels,
  namesOfAcceptors,
  putLocalModel,
} from '#server/generation/local/install/local-models-repository.ts';
import { listOfferedFolders, readManifest } from '#server/generation/local/install/manifest-source.ts';
import { sha256Of } from '#server/generation/local/install/model-folder.ts';
import { createSourceOpener, type OpenSource, parseMirrorUrl } from '#server/generation/local/install/open-source.ts';
import {
  estimateSeconds,
  type LocalModelManifest,
  type Machine,
  misfit,
  parseManifestFile,
  readMachine,
} from '#server/generation/local/manifest.ts';
import { requireModelManager } from '#server/generation/operations/models.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';
import { defaultReserve, measureDisk } from '#server/storage/disk-space.ts';
import { uuid7 } from '#server/uuid.ts';

type Schemas = components['schemas'];

/** The id of a local model among all models. */
const modelIdOf = (name: string): string => `local:${name}`;

interface Options {
  open?: OpenSource;
  machine?: Machine;
}

interface Known {
  manifest: LocalModelManifest;
  sha256: string | null;
}

export function localModelCalls({ config, db }: Pick<Deps, 'config' | 'db'>, options: Options = {}) {
  const toLoopback = config.nodeEnv !== 'production';
  const { open = createSourceOpener({ toLoopback }), machine = readMachine() } = options;

  const slownessOf = (manifest: LocalModelManifest): string | null => {
    const seconds = estimateSeconds(manifest, machine);
    const limit = config.generation.timeoutMs / 1000;
    if (seconds <= limit) return null;
    return `An image would take ${durationLabel(seconds)} on this machine. Generations end after ${Math.round(limit / 60)} minutes (GENERATION_TIMEOUT).`;
  };

  const misfitOf = (
    manifest: LocalModelManifest,
    { free, total }: { free: number; total: number },
    isInstalled: boolean,
  ): string | null => {
    const reason = misfit(manifest, machine) ?? slownessOf(manifest);
    if (reason !== null || isInstalled) return reason;
    const spare = Math.max(0, free - (config.diskReserveBytes ?? defaultReserve(total)));
    const bytes = sizeOfFiles(manifest);
    if (bytes <= spare) return null;
    return `This model needs ${gigabytes(bytes)} of free space, and this server can spare ${gigabytes(spare)}.`;
  };

  async function present(
    { manifest, sha256 }: Known,
    entry: CatalogEntry | undefined,
    disk: { free: number; total: number },
    row: LocalModelRow | undefined,
    installations: readonly InstallationRow[],
    names: ReadonlyMap<string, string>,
    waiting: number,
  ): Promise<Schemas['LocalModel']> {
    const own = installations.filter(({ name, requestId }) => name === row?.name && requestId === row.requestId);
    return {
      name: manifest.name,
      title: manifest.title,
      description: manifest.description,
      homepage: entry?.homepage ?? null,
      license: { ...manifest.license, summary: entry?.licenseSummary ?? null },
      revision: manifest.revision,
      bytes: sizeOfFiles(manifest),
      memory_bytes: manifest.memoryBytes,
      seconds: Math.round(estimateSeconds(manifest, machine) * 10) / 10,
      misfit: misfitOf(manifest, disk, row !== undefined),
      is_recommended: false,
      manifest_sha256: sha256,
      waiting,
      installation: row
        ? {
            source: toApiSource(row.source),
            manifest_sha256: sha256Of(row.manifest),
            accepted_by: row.acceptedBy === null ? null : (names.get(row.acceptedBy) ?? null),
            accepted_at: row.createdAt.toISOString(),
            machines: own.map(presentMachine),
          }
        : null,
    };
  }

  async function list(from: Queryable): Promise<Schemas['LocalModelList']> {
    const [rows, installations, disk, folders] = await Promise.all([
      listLocalModels(from),
      listInstallations(from),
      measureDisk(config.dataDir),
      listOfferedFolders(config.generation.modelsFolder),
    ]);
    const [names, waiting] = await Promise.all([
      namesOfAcceptors(from, rows),
      countUnfinishedOf(
        from,
        rows.map(({ name }) => modelIdOf(name)),
      ),
    ]);
    const others = rows.filter(({ name }) => findCatalogEntry(name) === undefined).map(({ name }) => name);
    const items = await Promise.all(
      [...installableModels.map(({ manifest }) => manifest.name), ...others].map((name) => {
        const row = rows.find((one) => one.name === name);
        const entry = findCatalogEntry(name);
        const known = knownOf(row, entry);
        return present(known, entry, disk, row, installations, names, waiting.get(modelIdOf(name)) ?? 0);
      }),
    );
    const recommended = items.find(({ misfit: reason, manifest_sha256: sha256 }) => reason === null && sha256 !== null);
    return {
      machine: { name: os.hostname(), threads: machine.threads, memory_bytes: machine.memoryBytes, free_bytes: disk.free },
      folders,
      items: items.map((item) => ({ ...item, is_recommended: item === recommended })),
    };
  }

  async function one(from: Queryable, name: string): Promise<Schemas['LocalModel']> {
    const found = (await list(from)).items.find((item) => item.name === name);
    if (!found) throw notFound('model');
    return found;
  }

  /** @throws {Problem} 409 `manifest_unavailable` */
  async function read(asked: Schemas['LocalModelSource'], name: string | null) {
    try {
      const source = toSource(asked, toLoopback);
      return { source, ...(await readManifest(source, name, { open, modelsFolder: config.generation.modelsFolder })) };
    } catch (error) {
      if (error instanceof InstallError) throw new Problem(409, 'manifest_unavailable', error.message, { cause: error });
      throw error;
    }
  }

  return {
    async listLocalModels({ viewer }) {
      requireModelManager(viewer);
      return { status: 200, body: await list(db) };
    },

    async readLocalModelManifest({ viewer, body }) {
      requireModelManager(viewer);
      const { manifest, text } = await read(body.source, null);
      const [row, disk] = await Promise.all([findLocalModel(db, manifest.name), measureDisk(config.dataDir)]);
      const known = { manifest, sha256: sha256Of(text) };
      const told = await present(known, findCatalogEntry(manifest.name), disk, row, [], new Map(), 0);
      return { status: 200, body: { ...told, installation: null } };
    },

    async installLocalModel({ viewer, path: { localModelName: name }, body, request }) {
      requireModelManager(viewer);
      if (!body.license_accepted) throw new Problem(409, 'license_not_accepted', 'Accept the license of the model first.');
      const { source, manifest, text } = await read(body.source, name);
      const sha256 = sha256Of(text);
      if (sha256 !== body.manifest_sha256 || manifest.name !== name)
        throw new Problem(409, 'manifest_changed', 'The manifest isn’t the one that you reviewed. Review it again.');
      await db.transaction(async (tx) => {
        requireModelManager(await lockPlatformRights(tx, viewer));
        await lockLocalModels(tx);
        const row = await findLocalModel(tx, name);
        const reason = misfitOf(manifest, await measureDisk(config.dataDir), row !== undefined);
        if (reason !== null) throw new Problem(409, 'model_does_not_fit', reason);
        const own = (await listInstallations(tx)).filter((one) => one.name === name && one.requestId === row?.requestId);
        const isInstalled = own.length > 0 && own.every(({ status }) => status === 'installed');
        // What has arrived of an unfinished one is still good.
        const continues = row?.manifest === text && !isInstalled;
        await putLocalModel(tx, {
          name,
          requestId: continues ? row.requestId : uuid7(),
          manifest: text,
          source,
          acceptedBy: viewer.userId,
        });
        if (continues) await forgetFailedInstallations(tx, name);
        const subject = { actorId: viewer.userId, subjectType: 'generation_model', subjectId: modelIdOf(name) };
        const { name: license, url } = manifest.license;
        const detail = {
          model: modelIdOf(name),
          license,
          license_url: url,
          revision: manifest.revision,
          manifest_sha256: sha256,
          source: body.source,
        };
        await audit(tx, { action: 'generation.install_model', ...subject, request, detail });
      });
      return { status: 200, body: await one(db, name) };
    },

    async removeLocalModel({ viewer, path: { localModelName: name }, request }) {
      requireModelManager(viewer);
      const failed = await db.transaction(async (tx) => {
        requireModelManager(await lockPlatformRights(tx, viewer));
        await lockLocalModels(tx);
        if (!(await findLocalModel(tx, name))) throw notFound('model');
        await deleteLocalModel(tx, name);
        const error = {
          code: 'model_unavailable',
          message: 'This model was removed from the server.',
          retryable: false,
          retry_after: null,
        } as const;
        let count = 0;
        for (const { id, userId } of await listUnfinishedOf(tx, modelIdOf(name))) {
          const seq = await nextGenerationSeq(tx, userId);
          const generation = await findGeneration(tx, id);
          if (generation && (await finishGeneration(tx, generation, seq, { status: 'failed', error }))) count += 1;
        }
        const subject = { actorId: viewer.userId, subjectType: 'generation_model', subjectId: modelIdOf(name) };
        await audit(tx, {
          action: 'generation.remove_model',
          ...subject,
          request,
          detail: { model: modelIdOf(name), failed_generations: count },
        });
        return count;
      });
      return { status: 200, body: { failed_generations: failed } };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

const presentMachine = (row: InstallationRow) => {
  const stopped = isSilent(row, new Date())
    ? ({ status: 'failed', message: 'This server stopped during the installation. It continues when the server runs again.' } as const)
    : null;
  const { host, status, bytes, message, changedAt } = row;
  return { host, status, bytes, message, ...stopped, changed_at: changedAt.toISOString() };
};

/** The accepted manifest, else the one of the catalog. */
function knownOf(row: LocalModelRow | undefined, entry: CatalogEntry | undefined): Known {
  const pinned = entry ? pinnedManifest(entry) : null;
  const sha256 = pinned && sha256Of(manifestText(pinned));
  if (row) return { manifest: parseManifestFile(row.manifest), sha256 };
  if (!entry) throw new Error('a model is neither installed nor in the catalog');
  const files = entry.files.map(({ path, bytes }) => ({ path, bytes, sha256: '' }));
  return { manifest: pinned ?? { ...entry.manifest, files }, sha256 };
}

const sizeOfFiles = ({ files }: LocalModelManifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

const toApiSource = (source: LocalModelSource): Schemas['LocalModelSource'] => ({
  kind: source.kind,
  address: source.kind === 'mirror' ? source.url : source.kind === 'folder' ? source.name : null,
});

/** @throws {InstallError} */
function toSource({ kind, address }: Schemas['LocalModelSource'], toLoopback: boolean): LocalModelSource {
  if (kind === 'catalog') return { kind };
  if (address === null || address.trim() === '')
    throw new InstallError(kind === 'mirror' ? 'Enter the address of the mirror.' : 'Choose a folder.');
  return kind === 'mirror' ? { kind, url: parseMirrorUrl(address.trim(), { toLoopback }) } : { kind, name: address };
}
