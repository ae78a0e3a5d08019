import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { measureHealth } from '#server/platform/health/measure.ts';
import { forgetHealth, keepHealth } from '#server/platform/health/repository.ts';

export function healthJobs(deps: Pick<Deps, 'db' | 'storage' | 'config'>): JobHandlers<'measure-health'> {
  return {
    async 'measure-health'() {
      await keepHealth(deps.db, await measureHealth(deps, new Date()));
      await forgetHealth(deps.db);
    },
  };
}
