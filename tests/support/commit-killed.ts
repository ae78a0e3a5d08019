// A process that commits one photo and is killed when the bytes have been moved and the transaction has not ended. Run by tsx with one argument.
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import { openKeptSecrets } from '#server/db/kept-secrets.ts';
import { openDb, openPool, type DatabaseAddress } from '#server/db/pool.ts';
import type { Call } from '#server/http/operation.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { openLocalStorage } from '#server/storage/local.ts';

export interface KilledCommit {
  connection: DatabaseAddress;
  dataDir: string;
  storageDir: string;
  call: Call<'createPhoto'>;
}

const { connection, dataDir, storageDir, call } = JSON.parse(process.argv[2] ?? '') as KilledCommit;
const log = pino({ level: 'silent' });
const pool = openPool(connection, log);
const db = openDb(pool);
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<void>(() => undefined);
};
const jobs = { add: die, addAll: die };
const hub = { subscribe: () => () => undefined, close: () => Promise.resolve() };
const deps = {
  config: readConfig({ DATA_DIR: dataDir }),
  log,
  pool,
  db,
  secrets: openKeptSecrets(db, Buffer.alloc(32)),
  storage: await openLocalStorage(storageDir),
  jobs,
  hub,
};
await createPhotoOperation(deps, createUploads(deps)).createPhoto(call);
