import type { Deps } from '#server/deps.ts';
import { isDraining } from '#server/http/connections.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { readHealth } from '#server/platform/health-repository.ts';
import { analyticsCalls } from '#server/platform/operations/analytics.ts';
import { requireRunsPlatform } from '#server/platform/operations/authorize.ts';
import { logCalls, logStreamCall, type RefreshViewer } from '#server/platform/operations/logs.ts';
import { platformSettingsCalls, testMailCall } from '#server/platform/operations/settings.ts';
import { readOverview } from '#server/platform/overview-repository.ts';
import { presentReadiness, readinessOf } from '#server/platform/readiness.ts';
import { maintenanceNotice } from '#server/settings/policy.ts';
import type { LiveSettings } from '#server/settings/repository.ts';

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
  const { db, config } = deps;
  const checkReadiness = readinessOf(deps);
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
    getReadiness: async ({ request }) => presentReadiness(await checkReadiness(), isDraining(request.server)),
  };
}
