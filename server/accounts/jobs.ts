import { deleteOldSessions } from '#server/accounts/repository.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';

/** How long a session that is over stays to be looked at. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

export function accountJobs({ db }: Pick<Deps, 'db'>): JobHandlers<'sweep-sessions'> {
  return {
    'sweep-sessions': () => deleteOldSessions(db, new Date(Date.now() - KEPT_MS)),
  };
}
