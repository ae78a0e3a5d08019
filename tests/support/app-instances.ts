// Several instances of the app over one database and one storage, in this process: each has connections and, in front of a bucket, a disk of its own.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { build } from '#server/app.ts';
import { openDb, openPool } from '#server/db/pool.ts';
import { events } from '#server/db/schema/events.ts';
import type { Deps } from '#server/deps.ts';
import { openHub } from '#server/live/hub.ts';
import { createDerivatives, derivativesOf } from '#server/media/derivatives.ts';
import { createDiskSpace } from '#server/storage/disk-space.ts';
import { inProcessDerivePool, type TestDeps } from './database.ts';
import { FOLDER_AS_BUCKET } from './folder-as-bucket.ts';

export interface AppInstance {
  deps: Deps;
  origin: string;
  /** Bytes of files that uploads of this server have on its disk. */
  bytesOnDisk(): Promise<number>;
  close(): Promise<void>;
}

/**
 * @param kind `bucket`: the storage of `of` is treated as a bucket, even if it is a folder. `files`: the servers share the data folder of `of`
 * @param changes replaces a part of what the server is built with
 */
export async function startInstance(of: TestDeps, kind: 'files' | 'bucket', changes: Partial<Deps> = {}): Promise<AppInstance> {
  const own = await mkdtemp(path.join(tmpdir(), 'ais-server-'));
  const dataDir = kind === 'bucket' ? own : of.config.dataDir;
  const pool = openPool(of.connection, of.log);
  const hub = await openHub(of.connection, of.log);
  const config = {
    ...of.config,
    dataDir,
    s3: kind === 'bucket' ? (of.config.s3 ?? FOLDER_AS_BUCKET) : null,
    databaseUrl: 'postgres://shared-with-other-servers',
  };
  const deps: Deps = { ...of, config, pool, db: openDb(pool), hub, ...changes };
  derivativesOf(deps, () => createDerivatives(deps, inProcessDerivePool, createDiskSpace(config)));
  const app = await build(deps);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const folder = path.join(dataDir, 'uploads');
  return {
    deps,
    origin,
    async bytesOnDisk() {
      const sizes = (await readdir(folder)).map(async (name) => (name.endsWith('.json') ? 0 : (await stat(path.join(folder, name))).size));
      return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
    },
    async close() {
      derivativesOf(deps).close();
      app.server.closeAllConnections();
      await app.close();
      await hub.close();
      await pool.end();
      await rm(own, { recursive: true, force: true });
    },
  };
}

export interface Guest {
  id: string;
  headers: Record<string, string>;
}

/** Joins an event with its code. */
export async function joinAsGuest({ deps, origin }: Pick<AppInstance, 'deps' | 'origin'>, eventId: string): Promise<Guest> {
  const [event] = await deps.db.select({ code: events.joinCode }).from(events).where(eq(events.id, eventId));
  const response = await fetch(`${origin}/api/v1/auth/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: event?.code, key: randomBytes(32).toString('base64url'), name: 'Ana' }),
  });
  if (response.status !== 201) throw new Error(`could not join: ${response.status} ${await response.text()}`);
  const { user, access_token: token } = (await response.json()) as { user: { id: string }; access_token: string };
  return { id: user.id, headers: { authorization: `Bearer ${token}`, origin, 'x-account': user.id } };
}
