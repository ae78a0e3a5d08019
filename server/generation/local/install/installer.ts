// Installs and removes local models on this machine, until its disk has what the platform wants. Every process that makes images runs one; those of
// one machine take turns. A model is wanted because a super administrator asked for it, so an installation that was cut goes on by itself; one that
// failed waits for a person.
import os from 'node:os';
import type pg from 'pg';
import { LOCK_SPACES } from '#server/db/advisory-locks.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Deps } from '#server/deps.ts';
import { type Machine, misfit, parseManifestFile, readMachine } from '#server/generation/local/manifest.ts';
import { Problem } from '#server/http/problem.ts';
import { followTopic } from '#server/live/hub.ts';
import { createDiskSpace, measureDisk } from '#server/storage/disk-space.ts';
import { inLane } from '#server/telemetry/work-context.ts';
import { findCatalogEntry } from './catalog.ts';
import { defaultDownloadTiming, type DownloadTiming } from './download.ts';
import { InstallError } from './install-error.ts';
import {
  ALIVE_MS,
  deleteInstallation,
  forgetGoneMachines,
  type InstallationRow,
  listInstallationsOf,
  listLocalModels,
  LOCAL_MODELS_TOPIC,
  type LocalModelRow,
  saveAlive,
  saveInstallation,
  saveProgress,
} from './local-models-repository.ts';
import { offeredFolder } from './manifest-source.ts';
import {
  type FileSource,
  findInstalledFolder,
  findMachineId,
  incomingName,
  installModel,
  readMachineId,
  removeInstalledFolder,
  sweepIncoming,
} from './model-folder.ts';
import { CATALOG_RULE, createSourceOpener, mirrorRule, type OpenSource, type SourceRule } from './open-source.ts';

const PROGRESS_MS = 500;
/** What a failed installation has downloaded is kept this long for another attempt. */
const KEEP_FAILED_MS = 24 * 3600 * 1000;
const FORGET_MACHINE_MS = 30 * 24 * 3600 * 1000;

type Parts = Pick<Deps, 'config' | 'db' | 'hub' | 'log' | 'pool'>;

export interface InstallerOptions {
  open?: OpenSource;
  timing?: DownloadTiming;
  machine?: Machine;
  measure?: typeof measureDisk;
}

export interface ModelInstaller {
  /** Resolves when nothing is left to do now. */
  idle(): Promise<void>;
  /** Interrupts the installation that runs; the next start continues it. */
  close(): Promise<void>;
}

/** The installation is no longer wanted. */
class Unwanted extends Error {
  override name = 'Unwanted';
}

interface Running {
  row: LocalModelRow;
  abort: AbortController;
  done: Promise<void>;
}

export async function startModelInstaller(deps: Parts, options: InstallerOptions = {}): Promise<ModelInstaller> {
  const { config, db, hub, log, pool } = deps;
  const { dataDir } = config;
  const { timing = defaultDownloadTiming, machine: hardware = readMachine(), measure = measureDisk } = options;
  const open = options.open ?? createSourceOpener({ toLoopback: config.nodeEnv !== 'production' });
  const room = createDiskSpace(config, measure);
  const host = os.hostname().slice(0, 100);
  let running: Running | null = null;
  let isClosed = false;
  let isChecked = false;
  let lock: pg.PoolClient | null = null;
  /** Empty until a model is wanted: a server without any leaves no trace in its data folder. */
  let machine = '';

  async function takeTurn(): Promise<boolean> {
    if (lock) return true;
    const client = await pool.connect();
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as locked', [
      LOCK_SPACES.modelInstaller,
      machine,
    ]);
    if (!rows[0]?.locked) {
      client.release();
      return false;
    }
    lock = client;
    // A connection that breaks gives up the turn.
    client.once('error', () => {
      if (lock === client) endTurn();
    });
    return true;
  }

  /** The connection is closed, which is what ends a lock for certain. */
  function endTurn(): void {
    lock?.release(true);
    lock = null;
  }

  const requireRoom = async (bytes: number): Promise<void> => {
    try {
      (await room.reserve('creation', bytes)).leave();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { free } = await measure(dataDir);
      throw new InstallError(`There isn’t enough free space: ${gigabytes(bytes)} more are needed, and ${gigabytes(free)} are free.`, {
        cause: error,
      });
    }
  };

  function sourceOf({ source, name }: LocalModelRow): { files: FileSource; rule: SourceRule } {
    if (source.kind === 'mirror') {
      const { url } = source;
      return { files: { kind: 'network', addressOf: (file) => `${url}/${file.path}` }, rule: mirrorRule(url) };
    }
    if (source.kind === 'folder')
      return { files: { kind: 'folder', folder: offeredFolder(config.generation.modelsFolder, source.name) }, rule: CATALOG_RULE };
    const entry = findCatalogEntry(name);
    const addresses = new Map(entry?.files.map((file) => [file.path, file.address]));
    const addressOf = (file: { path: string }) => {
      const address = addresses.get(file.path);
      if (address === undefined) throw new InstallError(`This release doesn’t know where ${file.path} is.`);
      return address;
    };
    return { files: { kind: 'network', addressOf }, rule: CATALOG_RULE };
  }

  async function install(row: LocalModelRow, signal: AbortSignal): Promise<void> {
    const key = { name: row.name, machine, requestId: row.requestId };
    const manifest = parseManifestFile(row.manifest);
    await saveInstallation(db, { ...key, host, status: 'installing', bytes: 0, message: null });
    let bytes = 0;
    let message: string | null = null;
    let timer: NodeJS.Timeout | undefined;
    let saving = Promise.resolve();
    const failed = (error: unknown) => log.warn({ err: error, model: row.name }, 'cannot say how far an installation is');
    const report = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        saving = saving.then(() => saveProgress(db, key, { bytes, message })).catch(failed);
      }, PROGRESS_MS);
    };
    // Hashing and waiting take minutes without a byte.
    const alive = setInterval(() => (saving = saving.then(() => saveAlive(db, machine)).catch(failed)), ALIVE_MS);
    const settle = async (status: InstallationRow['status'], reason: string | null) => {
      clearTimeout(timer);
      await saving;
      await saveInstallation(db, { ...key, host, status, bytes, message: reason });
    };
    try {
      const reason = misfit(manifest, hardware);
      if (reason !== null) throw new InstallError(reason);
      const { files, rule } = sourceOf(row);
      const context = {
        open,
        rule,
        timing,
        signal,
        requireRoom,
        onBytes(count: number) {
          bytes += count;
          report();
        },
        onRetry(next: string | null) {
          if (next === message) return;
          message = next;
          report();
        },
      };
      await installModel({ dataDir, requestId: row.requestId, manifest, manifestText: row.manifest, source: files, context });
      await settle('installed', null);
      log.info({ model: row.name }, 'a local model was installed');
    } catch (error) {
      if (signal.aborted) return;
      const told = toInstallError(error);
      log.warn({ err: error, model: row.name }, 'a local model could not be installed');
      await settle('failed', told.message);
    } finally {
      clearInterval(alive);
      clearTimeout(timer);
      await saving;
    }
  }

  function start(row: LocalModelRow): void {
    const abort = new AbortController();
    const done = inLane('background', () => install(row, abort.signal))
      .catch((error: unknown) => {
        // Without a database nothing can be written; the next look starts again.
        if (!isDatabaseUnavailable(error)) log.error({ err: error, model: row.name }, 'an installation broke off');
      })
      .finally(() => {
        running = null;
        topic.wake();
      });
    running = { row, abort, done };
  }

  /** Once: files may have been lost or changed while no server ran. */
  async function checkInstalled(rows: readonly LocalModelRow[], have: readonly InstallationRow[]): Promise<void> {
    for (const installation of have) {
      const row = rows.find(({ name, requestId }) => name === installation.name && requestId === installation.requestId);
      if (!row || installation.status !== 'installed') continue;
      if (await findInstalledFolder(dataDir, row.name, row.manifest)) continue;
      await saveInstallation(db, {
        ...installation,
        host,
        status: 'failed',
        bytes: 0,
        message: 'Its files are missing or were changed. Install it again.',
      });
    }
    await forgetGoneMachines(db, new Date(Date.now() - FORGET_MACHINE_MS));
  }

  async function look(): Promise<boolean> {
    if (isClosed) return false;
    const rows = await listLocalModels(db);
    if (running) {
      const { row, abort } = running;
      if (!rows.some(({ requestId }) => requestId === row.requestId)) abort.abort(new Unwanted('It is no longer wanted.'));
      return false;
    }
    if (machine === '') machine = rows.length > 0 ? await readMachineId(dataDir) : ((await findMachineId(dataDir)) ?? '');
    if (machine === '') return false;
    const have = await listInstallationsOf(db, machine);
    const unwanted = have.filter(({ name }) => !rows.some((row) => row.name === name));
    const next = rows.find((row) => {
      const own = have.find(({ name, requestId }) => name === row.name && requestId === row.requestId);
      return !own || own.status === 'installing';
    });
    if (unwanted.length === 0 && !next && isChecked) {
      endTurn();
      return false;
    }
    if (!(await takeTurn())) return false;
    if (!isChecked) {
      await checkInstalled(rows, have);
      isChecked = true;
    }
    const kept = rows.filter((row) => {
      const own = have.find(({ name, requestId }) => name === row.name && requestId === row.requestId);
      return own?.status !== 'installed' && !(own?.status === 'failed' && own.changedAt.getTime() < Date.now() - KEEP_FAILED_MS);
    });
    await sweepIncoming(
      dataDir,
      kept.map(({ name, requestId }) => incomingName(name, requestId)),
    );
    for (const { name } of unwanted) {
      await removeInstalledFolder(dataDir, name);
      await deleteInstallation(db, { name, machine });
    }
    if (next && !isClosed) start(next);
    return false;
  }

  /** One at a time. */
  let looking = Promise.resolve(false);
  const poll = () => {
    const next = inLane('background', () => looking.then(look));
    looking = next.catch(() => false);
    return next;
  };
  const onError = (error: unknown) => log.warn({ err: error }, 'cannot look for local models to install, will retry');
  const topic = followTopic(hub, LOCAL_MODELS_TOPIC, { poll, onError });
  topic.wake();
  return {
    async idle() {
      for (;;) {
        await poll();
        if (!running) return;
        await running.done;
      }
    },
    async close() {
      isClosed = true;
      topic.end();
      running?.abort.abort(new Error('The server stops.'));
      // A look that is under way would take the turn after it was given up.
      await looking;
      await running?.done;
      endTurn();
    },
  };
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function toInstallError(error: unknown): InstallError {
  if (error instanceof InstallError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new InstallError('The disk is full.');
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new InstallError('This server can’t write to its folder for models.');
  return new InstallError('Something went wrong during the installation. It has been logged.', { cause: error });
}
