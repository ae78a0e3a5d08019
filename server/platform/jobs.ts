import { audit } from '#server/audit/audit.ts';
import { eraseFromTrail } from '#server/audit/erase.ts';
import { forgetAudit, sealBlock } from '#server/audit/seal.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { readSettings } from '#server/settings/repository.ts';

const DAY_MS = 24 * 3600 * 1000;

export function trailJobs({
  db,
  config,
  log,
}: Pick<Deps, 'db' | 'config' | 'log'>): JobHandlers<'seal-audit-log' | 'sweep-audit-log' | 'erase-from-trail'> {
  return {
    async 'seal-audit-log'(_payload, signal) {
      for (let block = await sealBlock(db, config.auditSealSeconds); block; block = await sealBlock(db, config.auditSealSeconds)) {
        // Kept apart from the database, these lines prove it against whoever can rewrite all of it.
        log.info({ block: block.number, entries: block.entries, hash: block.hash.toString('hex') }, 'sealed entries of the audit trail');
        if (signal.aborted) return;
      }
    },
    async 'sweep-audit-log'() {
      const days = (await readSettings(db)).log_retention_days ?? config.auditDays;
      const before = new Date(Date.now() - days * DAY_MS);
      const forgotten = await forgetAudit(db, before);
      if (forgotten === 0) return;
      log.info({ forgotten }, 'forgot old entries of the audit trail');
      const detail = { entries: forgotten, before: before.toISOString() };
      await audit(db, { action: 'log.forget', subjectType: 'log', detail });
    },
    async 'erase-from-trail'({ userId, email }) {
      await eraseFromTrail(db, userId, email);
    },
  };
}
