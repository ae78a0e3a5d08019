// The program behind `npm run backup` and `npm run restore`. Exit code 1 when it could not be done: then nothing is there that looks as if it were; 3 when a backup
// was made and photos have lost their originals before.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createBackup } from '#server/backup/create.ts';
import { BackupError } from '#server/backup/manifest.ts';
import { prepareNewFolder, verifyForRestore, verifyKeys, restoreBackup } from '#server/backup/restore.ts';
import { openExclusiveDatabase, openSharedDatabase } from '#server/command-database.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { DatabaseUnavailable } from '#server/db/errors.ts';
import { AlreadyRunning } from '#server/instance-lock.ts';
import { createShutdownHooks, exitCodes, openLog } from '#server/process.ts';
import { LAST_BACKUP } from '#server/settings/last-backup.ts';
import { openStorage, openUnmigrated } from '#server/storage/open.ts';
import { StorageUnavailable } from '#server/storage/s3-errors.ts';
import type { Storage } from '#server/storage/storage.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const log = openLog('warn');
const shutdownHooks = createShutdownHooks(log);

/** Exit code: the backup was made, but originals that the server should have are missing. */
const INCOMPLETE = 3;

/** Of `restore`: the key that wrapped the keys in the backup is lost. */
const WITHOUT_KEY = '--without-key';

const MAX_NAMED = 20;
const named = (names: readonly string[]) => [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])].join(', ');

const number = (value: number) => value.toLocaleString('en');

/** `2026-11-23-09-41-05`, in the machine's own time. */
function now(): string {
  const at = new Date();
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

async function backup(given: string | undefined): Promise<void> {
  const config = readConfig(process.env);
  const target = path.resolve(given ?? `ai-image-suite-${now()}.tar`);
  if (existsSync(target)) throw new BackupError(`${target} is there already.`);
  if (!existsSync(config.dataDir)) throw new BackupError(`There is nothing in ${config.dataDir}: set DATA_DIR as for the server.`);
  const made = await createBackup(
    await openSharedDatabase({ ...config, command: 'npm run backup' }, log, shutdownHooks),
    config.dataDir,
    target,
    config.s3 && (await openStorage(config, say)),
  );
  await writeFile(path.join(config.dataDir, LAST_BACKUP), new Date().toISOString(), { mode: 0o600 });
  if (made.deletedMeanwhile > 0) say(`${number(made.deletedMeanwhile)} files were deleted while the backup was made, and are not in it.`);
  if (made.foreign.length > 0) say(`Not in it, for the server did not write it: ${named(made.foreign)}`);
  say(`${target}: ${number(made.rows)} rows of ${number(made.tables)} tables, ${number(made.files)} files, ${number(made.bytes)} bytes.`);
  say(
    'It contains all data of the server, unencrypted. Not included: the environment variables, and secret.key, which unwraps its keys. Store secret.key elsewhere.',
  );
  if (made.missing.length === 0) return;
  process.stderr.write(
    `Missing originals of photos, not in the backup (${number(made.missing.length)}): ${named(made.missing)}. An older backup may have them.\n`,
  );
  process.exitCode = INCOMPLETE;
}

async function restore(given: string | undefined, option: string | undefined): Promise<void> {
  if (given === undefined || (option !== undefined && option !== WITHOUT_KEY))
    throw new BackupError(
      `Name the backup: npm run restore -- FILE, or npm run restore -- FILE ${WITHOUT_KEY} when its secret.key is lost`,
    );
  const file = path.resolve(given);
  say(`Looking through ${file} …`);
  const manifest = await verifyForRestore(file);
  const config = readConfig(process.env);
  // Not before the database has its place in the data folder.
  let opened: Promise<Storage> | null = null;
  const openBucket = () => (opened ??= config.s3 && openUnmigrated(config, say));
  const address = await openExclusiveDatabase({ ...config, command: 'npm run restore' }, log, shutdownHooks, async () =>
    prepareNewFolder(config.dataDir, await openBucket()),
  );
  const withoutKey = option === WITHOUT_KEY;
  const restored = await restoreBackup(file, manifest, { address, dataDir: config.dataDir, log, withoutKey, bucket: await openBucket() });
  say(
    `As it was at ${restored.madeAt}: ${number(restored.rows)} rows of ${number(restored.tables)} tables, ${number(restored.files)} files.`,
  );
  say(`All users are logged out: ${number(restored.sessions)} sessions ended.`);
  if (withoutKey)
    say(
      'Authenticator codes no longer work. Log in with a recovery code and set up the app again. Webhooks need new secrets, and keys of image providers that were set in the app are entered again.',
    );
  // The restored data is complete without the key; the server reports the problem again at its start.
  const missing = await verifyKeys(address, config).catch((error: unknown) => {
    if (error instanceof ConfigError) return error.message;
    throw error;
  });
  say(missing === undefined ? 'Start the server as before: npm start' : `Before the start: ${missing}`);
}

const commands = { backup, restore };

try {
  process.umask(0o077);
  const [, , name, file, option, more] = process.argv;
  const command = name === 'backup' || name === 'restore' ? commands[name] : undefined;
  if (!command || more !== undefined || (name === 'backup' && option !== undefined))
    throw new BackupError('Pass one file name, or none for a backup in this folder.');
  await command(file, option);
} catch (error) {
  const isTold = [BackupError, ConfigError, AlreadyRunning, StorageUnavailable, DatabaseUnavailable].some((kind) => error instanceof kind);
  const told = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${told}\n`);
  if (!isTold) log.error({ err: error }, 'the command failed');
  process.exitCode = exitCodes.permanentFailure;
} finally {
  await shutdownHooks.close();
}
