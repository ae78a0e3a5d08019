// A server with uploads in a bucket, which is a folder here, that is killed at a given point. Prints its address. Run by tsx with one argument.
import pino from 'pino';
import { build } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDb, openPool, type DatabaseAddress } from '#server/db/pool.ts';
import { openSecretStore } from '#server/db/secret-store.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import { openHub } from '#server/live/hub.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import { ALL_PIECES } from '#server/storage/storage.ts';
import { FOLDER_AS_BUCKET } from './folder-as-bucket.ts';

export interface KilledServer {
  connection: DatabaseAddress;
  dataDir: string;
  storageDir: string;
  dieAt: 'piece stored' | 'original copied' | 'photo committed' | 'never';
}

const { connection, dataDir, storageDir, dieAt } = JSON.parse(process.argv[2] ?? '') as KilledServer;
const log = pino({ level: 'silent' });
const pool = openPool(connection, log);
const db = openDb(pool);
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
};
const storage = await openLocalStorage(storageDir);
const killing = Object.assign(Object.create(storage) as typeof storage, {
  adopt: (key: string, file: string) => storage.adopt(key, file).then(() => (dieAt === 'piece stored' ? die() : undefined)),
  copy: (from: string, to: string) => storage.copy(from, to).then((isThere) => (dieAt === 'original copied' ? die() : isThere)),
  delete: (key: string) => (dieAt === 'photo committed' && key.startsWith(ALL_PIECES) ? die() : storage.delete(key)),
});
const app = await build({
  config: {
    ...readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' }),
    s3: FOLDER_AS_BUCKET,
    databaseUrl: 'postgres://shared-with-other-servers',
  },
  log,
  pool,
  db,
  secrets: openSecretStore(db, Buffer.alloc(32, 7)),
  storage: killing,
  jobs,
  hub: await openHub(connection, log),
  metrics: null,
  tracing: null,
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
