import { audit } from '#server/audit/audit.ts';
import { listMissingCheckpoints, appendCheckpoint, readCheckpoints } from '#server/audit/chain-checkpoints.ts';
import { eraseFromAuditLog } from '#server/audit/erase.ts';
import { pruneAuditLog } from '#server/audit/prune.ts';
import { findLastBlock, sealBlock } from '#server/audit/seal.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { deleteFailedJobs } from '#server/platform/job-queue-repository.ts';
import { lockPlatformSettings } from '#server/settings/repository.ts';

const FAILED_JOBS_KEPT_MS = 90 * 24 * 3600 * 1000;

export function auditLogJobs({
  db,
  config,
  log,
}: Pick<Deps, 'db' | 'config' | 'log'>): JobHandlers<'seal-audit-log' | 'sweep-audit-log' | 'erase-from-trail' | 'sweep-failed-jobs'> {
  return {
    async 'seal-audit-log'(_payload, signal) {
      const noted = (await readCheckpoints(config.dataDir)).slice(-1);
      for (const { number, hash } of await listMissingCheckpoints(db, noted)) {
        // What comes is sealed all the same. The line stays, and whoever verifies is told of it.
        log.error({ block: number, hash }, 'the audit trail was sealed further than it is: its end was cut or written anew');
        const subject = { subjectType: 'log', outcome: 'failed' } as const;
        await audit(db, { action: 'log.seal_lost', ...subject, detail: { block: number, hash } });
        await appendCheckpoint(db, config.dataDir, await findLastBlock(db));
      }
      for (let block = await sealBlock(db, config.auditSealSeconds); block; block = await sealBlock(db, config.auditSealSeconds)) {
        // Kept apart from the database, these lines prove it against whoever can rewrite all of it.
        log.info({ block: block.number, entries: block.entries, hash: block.hash.toString('hex') }, 'sealed entries of the audit trail');
        await appendCheckpoint(db, config.dataDir, block);
        if (signal.aborted) return;
      }
    },
    async 'sweep-audit-log'() {
      const forgotten = await db.transaction(async (tx) => {
        // Held: what is set anew meanwhile is told in the trail behind what was forgotten before.
        const days = (await lockPlatformSettings(tx)).log_retention_days ?? config.auditDays;
        return pruneAuditLog(tx, days);
      });
      if (forgotten > 0) log.info({ forgotten }, 'forgot old entries of the audit trail');
    },
    // That they failed stands in the trail.
    'sweep-failed-jobs': () => deleteFailedJobs(db, new Date(Date.now() - FAILED_JOBS_KEPT_MS)),
    // Jobs of earlier versions name addresses without the time that they were held.
    async 'erase-from-trail'({ userId, addresses = [] }) {
      await eraseFromAuditLog(db, userId, addresses);
    },
  };
}
