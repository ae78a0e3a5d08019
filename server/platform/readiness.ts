// Whether this process can do its work: for `/readyz` of the application, and of the port for metrics in processes without one.
import type { components } from '#openapi/api.ts';
import { describeFailure } from '#server/db/errors.ts';
import { isMigrated } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { createOutageLog } from '#server/outage-log.ts';
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

type Given = Pick<Deps, 'pool' | 'storage' | 'log'>;
const shared = new WeakMap<Given, () => Promise<Checks>>();

/** The check of a server, for all who ask. */
export function readinessOf(deps: Given): () => Promise<Checks> {
  const made = shared.get(deps) ?? createReadinessCheck(deps);
  shared.set(deps, made);
  return made;
}

function createReadinessCheck({ pool, storage, log }: Given): () => Promise<Checks> {
  // A frozen database must not occupy a connection per request.
  const atMost = { query_timeout: TIMEOUT_MS };
  const observed = (name: keyof Checks, check: () => Promise<boolean>): (() => Promise<boolean>) => {
    const outage = createOutageLog(log, { away: `not ready: ${name}`, back: `ready again: ${name}` });
    return async () => {
      try {
        const isUsable = await withTimeout(TIMEOUT_MS, check());
        if (isUsable) outage.recovered();
        else outage.failed('it can’t be used');
        return isUsable;
      } catch (error) {
        outage.failed(describeFailure(error));
        return false;
      }
    };
  };
  const database = observed('database', async () => (await pool.query({ text: 'select 1', ...atMost })).rowCount === 1);
  const migrations = observed('migrations', () => isMigrated(pool, TIMEOUT_MS));
  const files = observed('storage', () => storage.ready());
  return coalesce(async () => {
    const [hasDatabase, isCurrent, hasFiles] = await Promise.all([database(), migrations(), files()]);
    return { database: hasDatabase, migrations: isCurrent, storage: hasFiles };
  }, TTL_MS);
}

/** @param isStopping whether this process was told to stop: a load balancer then sends it nothing more */
export function presentReadiness(checks: Checks, isStopping: boolean) {
  if (isStopping) return { status: 503, body: { status: 'stopping', checks } } as const;
  return Object.values(checks).every(Boolean)
    ? ({ status: 200, body: { status: 'ready', checks } } as const)
    : ({ status: 503, body: { status: 'unready', checks } } as const);
}
