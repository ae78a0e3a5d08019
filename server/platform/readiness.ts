// Whether this process can do its work: for `/readyz` of the application, and of the port for metrics in processes without one.
import type { components } from '#openapi/api.ts';
import { isMigrated } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { withTimeout } from '#server/with-timeout.ts';

type Checks = components['schemas']['Readiness']['checks'];

/** Readiness checks time out after this, because the caller needs an immediate answer. */
const TIMEOUT_MS = 2_500;
/** How long an answer about readiness is true enough. */
const TTL_MS = 1000;

/** One run serves all who ask while it lasts, and for so long after. */
function coalesce<T>(run: () => Promise<T>, freshMs: number): () => Promise<T> {
  let latest: Promise<T> | null = null;
  return () => {
    if (latest) return latest;
    const mine = run();
    latest = mine;
    const forget = () => setTimeout(() => (latest = null), freshMs).unref();
    mine.then(forget, forget);
    return mine;
  };
}

export function createReadinessCheck({ pool, storage, log }: Pick<Deps, 'pool' | 'storage' | 'log'>): () => Promise<Checks> {
  // A frozen database must not occupy a connection per request.
  const atMost = { query_timeout: TIMEOUT_MS };
  const holds = async (name: string, check: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await withTimeout(TIMEOUT_MS, check());
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, `not ready: ${name}`);
      return false;
    }
  };
  return coalesce(async () => {
    const [database, migrations, files] = await Promise.all([
      holds('database', async () => (await pool.query({ text: 'select 1', ...atMost })).rowCount === 1),
      holds('migrations', () => isMigrated(pool, TIMEOUT_MS)),
      holds('storage', () => storage.ready()),
    ]);
    return { database, migrations, storage: files };
  }, TTL_MS);
}

/** @param isStopping whether this process was told to stop: a load balancer then sends it nothing more */
export function presentReadiness(checks: Checks, isStopping: boolean) {
  if (isStopping) return { status: 503, body: { status: 'stopping', checks } } as const;
  return Object.values(checks).every(Boolean)
    ? ({ status: 200, body: { status: 'ready', checks } } as const)
    : ({ status: 503, body: { status: 'unready', checks } } as const);
}
