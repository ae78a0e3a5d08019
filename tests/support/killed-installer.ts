// Installs local models until it is killed. Run by tsx with one argument.
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import { openDb, openPool, type DatabaseAddress } from '#server/db/pool.ts';
import { startModelInstaller } from '#server/generation/local/install/installer.ts';
import { openHub } from '#server/live/hub.ts';
import { quickTiming } from './local-models.ts';

export interface KilledInstaller {
  connection: DatabaseAddress;
  dataDir: string;
}

const { connection, dataDir } = JSON.parse(process.argv[2] ?? '') as KilledInstaller;
const log = pino({ level: 'silent' });
const pool = openPool(connection, log);
const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' });
const deps = { config, log, pool, db: openDb(pool), hub: await openHub(connection, log) };
await startModelInstaller(deps, { timing: { ...quickTiming, stallMs: 60_000 } });
