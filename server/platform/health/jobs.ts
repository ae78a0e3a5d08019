import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { deleteOldHealthSamples, insertHealthSamples } from '#server/platform/health/health-repository.ts';
import { measureHealth } from '#server/platform/health/measure.ts';

export function healthJobs(deps: Pick<Deps, 'db' | 'storage' | 'config'>): JobHandlers<'measure-health'> {
  return {
    async 'measure-health'() {
      await insertHealthSamples(deps.db, await measureHealth(deps, new Date()));
      await deleteOldHealthSamples(deps.db);
    },
  };
}
