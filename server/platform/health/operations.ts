// How the platform is and was, from what a job has measured.
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { readHealth } from '#server/platform/health/health-repository.ts';
import { requireRunsPlatform } from '#server/platform/operations/authorize.ts';

export function healthCalls({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  return {
    async getPlatformHealth({ viewer }) {
      requireRunsPlatform(viewer);
      const health = await readHealth(db, new Date());
      // Of a new installation nothing is measured in the first minutes, unless somebody asks.
      if (health.measured_at === null) await jobs.add(db, 'measure-health', {}, { key: 'measure-health' });
      return { status: 200, body: health };
    },
  } satisfies Partial<OperationsOf<'platform'>>;
}
