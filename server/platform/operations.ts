import { isMigrated } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { isDraining } from '#server/http/connections.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { readHealth } from '#server/platform/health-repository.ts';
import { analyticsCalls } from '#server/platform/operations/analytics.ts';
import { requireRunsPlatform } from '#server/platform/operations/authorize.ts';
import { logCalls, logStreamCall, type RefreshViewer } from '#server/platform/operations/logs.ts';
import { platformSettingsCalls, testMailCall } from '#server/platform/operations/settings.ts';
import { readOverview } from '#server/platform/overview-repository.ts';
import { maintenanceNotice } from '#server/settings/policy.ts';
import type { LiveSettings } from '#server/settings/repository.ts';
import { withTimeout } from '#server/with-timeout.ts';

/** Readiness checks time out after this, because the caller needs an immediate answer. */
const READINESS_TIMEOUT_MS = 2_500;

/** How long an answer about readiness is true enough. */
const READINESS_TTL_MS = 1000;

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

/** The health of the platform as a job measured it. */
export function healthCalls({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  return {
    async getPlatformHealth({ viewer }) {
      requireRunsPlatform(viewer);
      const health = await readHealth(db, new Date());
      // New installations have no sample in the first minutes, so one is requested.
      if (health.measured_at === null) await jobs.add(db, 'measure-health', {}, { key: 'measure-health' });
      return { status: 200, body: health };
    },
  } satisfies Partial<OperationsOf<'platform'>>;
}

export function platformOperations(deps: Deps, viewerAgain: RefreshViewer, settings: LiveSettings): OperationsOf<'platform'> {
  const { pool, db, config, storage, log } = deps;
  // A frozen database must not occupy a connection per request.
  const atMost = { query_timeout: READINESS_TIMEOUT_MS };
  const holds = async (name: string, check: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await withTimeout(READINESS_TIMEOUT_MS, check());
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, `not ready: ${name}`);
      return false;
    }
  };
  const checkReadiness = coalesce(async () => {
    const [database, migrations, files] = await Promise.all([
      holds('database', async () => (await pool.query({ text: 'select 1', ...atMost })).rowCount === 1),
      holds('migrations', () => isMigrated(pool, READINESS_TIMEOUT_MS)),
      holds('storage', () => storage.ready()),
    ]);
    return { database, migrations, storage: files };
  }, READINESS_TTL_MS);
  return {
    ...analyticsCalls(deps),
    ...healthCalls(deps),
    ...logCalls(deps),
    ...logStreamCall(deps, viewerAgain),
    ...platformSettingsCalls(deps, settings),
    ...testMailCall(deps, settings),
    getHealth: async () => ({ status: 200, body: { status: 'ok' } }),
    async getPlatformOverview({ viewer }) {
      requireRunsPlatform(viewer);
      const overview = await readOverview(db, config.dataDir);
      const mails = { ...overview.mails, delivery: config.mail.smtp ? ('smtp' as const) : ('file' as const) };
      return { status: 200, body: { ...overview, mails, is_maintained: maintenanceNotice(settings.current().maintenance) !== null } };
    },
    // Public, so anyone can call it as often as they like.
    async getReadiness({ request }) {
      const checks = await checkReadiness();
      if (isDraining(request.server)) return { status: 503, body: { status: 'stopping', checks } };
      return checks.database && checks.migrations && checks.storage
        ? { status: 200, body: { status: 'ready', checks } }
        : { status: 503, body: { status: 'unready', checks } };
    },
  };
}
