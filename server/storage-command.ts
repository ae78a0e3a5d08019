// The program behind `npm run storage:migrate`. Exit code 1 when the files could not be moved: then it is simply run again; 3 when all were moved and
// originals among them were damaged before.
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { findDatabasePaths } from '#server/db/embedded/paths.ts';
import { AlreadyRunning, lockInstance } from '#server/instance-lock.ts';
import { createShutdownHooks, exitCodes, openLog } from '#server/process.ts';
import { orNull } from '#server/storage/local-files.ts';
import { migrateStorage, MigrationError } from '#server/storage/migrate.ts';
import { describeStorage, openUnmigrated } from '#server/storage/open.ts';
import { StorageUnavailable } from '#server/storage/s3-errors.ts';
import { moveStorageId, readIdToMove } from '#server/storage/storage-id.ts';

const COMMAND = 'npm run storage:migrate';
/** Exit code: everything was moved, but originals are damaged. */
const DAMAGED = 3;
const MAX_NAMED = 20;
const SAY_EVERY_MS = 2000;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const log = openLog('warn');
const shutdownHooks = createShutdownHooks(log);

const number = (value: number) => value.toLocaleString('en');
const named = (names: readonly string[]) => [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])].join(', ');

/** @throws {MigrationError | AlreadyRunning} a server runs */
async function requireStopped({ databaseUrl, dataDir, postgresBin }: Config): Promise<void> {
  if (databaseUrl === null) {
    const lock = await lockInstance(findDatabasePaths(dataDir, postgresBin).lockDir, dataDir, COMMAND);
    shutdownHooks.add('the lock', () => lock.release());
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl, application_name: `ai-image-suite ${COMMAND}` });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'ai-image-suite %' limit 1`,
    );
    if (rowCount !== 0) throw new MigrationError('A server uses the database. Stop all servers, then run the command again.');
  } finally {
    await client.end();
  }
}

/** How far an interrupted move came. */
function openCheckpoint(config: Config, to: string) {
  const file = path.join(config.dataDir, 'storage-migration.json');
  return {
    async read(): Promise<string> {
      const text = await orNull(() => readFile(file, 'utf8'));
      const read = JSON.parse(text ?? '{}') as { to?: unknown; upTo?: unknown };
      return read.to === to && typeof read.upTo === 'string' ? read.upTo : '';
    },
    async write(upTo: string): Promise<void> {
      await writeFile(`${file}.part`, JSON.stringify({ to, upTo }), { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
    },
    remove: () => rm(file, { force: true }),
  };
}

async function migrate(): Promise<void> {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (to !== 's3' && to !== 'local') throw new MigrationError(`Name the target: ${COMMAND} -- --to s3, or ${COMMAND} -- --to local`);
  const config = readConfig(process.env);
  if (config.s3 === null)
    throw new MigrationError(
      'Set S3_BUCKET and its keys (docs/configuration.md): this command moves files between DATA_DIR and the bucket.',
    );
  if (!existsSync(config.dataDir)) throw new MigrationError(`There is nothing in ${config.dataDir}: set DATA_DIR as for the server.`);
  await requireStopped(config);
  const [local, bucket] = [{ ...config, s3: null }, config];
  const [from, target] = to === 's3' ? [local, bucket] : [bucket, local];
  const open = (of: Config) => openUnmigrated(of, say);
  const checkpoint = openCheckpoint(config, `${to} ${describeStorage(bucket)}`);
  const resumeAfter = await checkpoint.read();
  say(`Moving the files of ${describeStorage(from)} to ${describeStorage(target)} …`);
  if (resumeAfter !== '') say('An earlier move was interrupted; this one continues it.');
  let saidAt = Date.now();
  const [source, destination] = [await open(from), await open(target)];
  const id = await readIdToMove(source, destination);
  const moved = await migrateStorage(source, destination, resumeAfter, async ({ files, bytes }, upTo) => {
    if (upTo > resumeAfter) await checkpoint.write(upTo);
    if (Date.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = Date.now();
    say(`… ${number(files)} files, ${number(bytes)} bytes`);
  });
  await moveStorageId(id, source, destination, describeStorage(target));
  await checkpoint.remove();
  say(
    `${number(moved.files)} files, ${number(moved.bytes)} bytes are in ${describeStorage(target)}, each compared by its hash; ${number(moved.copied)} were copied now.`,
  );
  if (moved.foreign.length > 0) say(`Not moved, for the server did not write it: ${named(moved.foreign)}`);
  if (moved.extra > 0) say(`${number(moved.extra)} files in ${describeStorage(target)} are not among them and were left alone.`);
  say(
    to === 's3'
      ? `Start the server with the same variables. Nothing was deleted in ${describeStorage(from)}. When the server works and you have a backup, remove the files: rm -r ${path.join(config.dataDir, 'photos')}`
      : `Start the server without S3_BUCKET and its variables. Nothing was deleted in ${describeStorage(from)}. When the server works and you have a backup, empty it with the tools of its service.`,
  );
  if (moved.damaged.length === 0) return;
  process.stderr.write(
    `Damaged originals, moved as they are (${number(moved.damaged.length)}): ${named(moved.damaged)}. An older backup may have them.\n`,
  );
  process.exitCode = DAMAGED;
}

const explained = [MigrationError, ConfigError, AlreadyRunning, StorageUnavailable];

try {
  process.umask(0o077);
  await migrate();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (!explained.some((kind) => error instanceof kind)) log.error({ err: error }, 'the command failed');
  process.exitCode = exitCodes.permanentFailure;
} finally {
  await shutdownHooks.close();
}
