import { deleteOldSessions } from '#server/accounts/repository.ts';
import { forgetAudit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';

const DAY_MS = 24 * 3600 * 1000;
/** How long a session that is over stays to be looked at. */
const KEPT_MS = 30 * DAY_MS;

export function accountJobs({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>): JobHandlers<'sweep-sessions' | 'sweep-audit-log'> {
  return {
    'sweep-sessions': () => deleteOldSessions(db, new Date(Date.now() - KEPT_MS)),
    async 'sweep-audit-log'() {
      const forgotten = await forgetAudit(db, new Date(Date.now() - config.auditDays * DAY_MS));
      log.info({ forgotten }, 'forgot old entries of the audit trail');
    },
  };
}
