// A process that commits one photo and is killed when the bytes have been moved and the transaction has not ended. Run by tsx with one argument.
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import { openDb, openPool, type DatabaseAddress } from '#server/db/pool.ts';
import { openSecretStore } from '#server/db/secret-store.ts';
import type { Call } from '#server/http/operation.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
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
/** Bytes are moved once, and nothing comes after that. */
const storage = await openLocalStorage(storageDir);
const killing = Object.assign(Object.create(storage) as typeof storage, {
  adopt: (key: string, file: string) => storage.adopt(key, file).then(die),
});
const hub = {
  subscribe: () => () => undefined,
  subscribeToAll: () => () => undefined,
  isListening: () => true,
  close: () => Promise.resolve(),
};
const deps = {
  config: readConfig({ DATA_DIR: dataDir }),
  log,
  pool,
  db,
  secrets: openSecretStore(db, Buffer.alloc(32)),
  storage: killing,
  jobs,
  hub,
  metrics: null,
  tracing: null,
};
await createPhotoOperation(deps, createUploads(deps), () => uploadBounds(deps.config)).createPhoto(call);
