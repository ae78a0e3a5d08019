import { findLastBlock, sealBlock } from '#server/audit/audit-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { appendCheckpoint, listMissingCheckpoints, readCheckpoints } from '#server/audit/chain-checkpoints.ts';
import { eraseFromAuditLog } from '#server/audit/erase-repository.ts';
import { pruneAuditLog } from '#server/audit/prune-repository.ts';
import type { Deps } from '#server/deps.ts';
import { deleteExpiredCounters } from '#server/http/rate-limits-repository.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import {
  countDays,
  countPeriods,
  type DayRange,
  firstDay,
  lastCounted,
  lateDays,
  raiseDays,
  recordStorage,
} from '#server/platform/analytics-repository.ts';
import { deleteFailedJobs, deleteOldHealthSamples, insertHealthSamples } from '#server/platform/health-repository.ts';
import { measureHealth } from '#server/platform/measure-health.ts';
import { lockPlatformSettings } from '#server/settings/repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The last days are recounted each time, because their sources may change later, for example a draft event. */
const AGAIN_DAYS = 3;
/** Days per transaction. */
const AT_ONCE_DAYS = 31;
/** Longer than any transaction that was under way the last time. */
const OVERLAP_MS = 60 * 60 * 1000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const later = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

type Jobs = 'count-analytics' | 'count-today';

export function platformJobs({ db, log }: Pick<Deps, 'db' | 'log'>, now: () => number = Date.now): JobHandlers<Jobs> {
  const count = (days: DayRange, write = countDays, parts = { people: true }) =>
    db.transaction(async (tx) => {
      await write(tx, days);
      await countPeriods(tx, days, parts);
    });

  /** Recounts days before `to` whose photos arrived since the last run. */
  async function countLate(since: Date, days: DayRange, signal: AbortSignal, parts = { people: true }): Promise<void> {
    const late = await lateDays(db, new Date(since.getTime() - OVERLAP_MS), days);
    for (const day of late) {
      if (signal.aborted) return;
      await count({ from: day, to: later(day, 1) }, raiseDays, parts);
    }
    if (late.length > 0) log.info({ days: late.length }, 'recounted days with late photos');
  }

  async function countAll(signal: AbortSignal): Promise<void> {
    const last = await lastCounted(db);
    const first = await firstDay(db);
    if (first === null) return;
    const today = dayOf(now());
    const begin = last ? later(last.day, -AGAIN_DAYS) : first;
    // Oldest first, so that an interrupted run continues later.
    for (let from = begin; from <= today && !signal.aborted; from = later(from, AT_ONCE_DAYS)) {
      const to = [later(from, AT_ONCE_DAYS), later(today, 1)].sort()[0] ?? from;
      await count({ from, to });
    }
    if (last) await countLate(last.at, { from: first, to: begin }, signal);
    if (signal.aborted) return;
    await db.transaction(async (tx) => {
      await recordStorage(tx, today);
      await countPeriods(tx, { from: today, to: later(today, 1) });
    });
  }

  return {
    'count-analytics': (_payload, signal) => countAll(signal),
    async 'count-today'(_payload, signal) {
      const last = await lastCounted(db);
      const first = await firstDay(db);
      const today = dayOf(now());
      // After a pause the days between are counted as well.
      if (!last || first === null || last.day < later(today, -AGAIN_DAYS)) return countAll(signal);
      // The end of the day that was counted last as well. Who was active in a week or a month is read from the whole trail: each hour.
      const days = { from: [last.day, today].sort()[0] ?? today, to: later(today, 1) };
      await countLate(last.at, { from: first, to: days.from }, signal, { people: false });
      if (signal.aborted) return;
      await db.transaction(async (tx) => {
        await countDays(tx, days);
        await recordStorage(tx, today);
        await countPeriods(tx, days, { people: false });
      });
    },
  };
}

export function healthJobs(deps: Pick<Deps, 'db' | 'storage' | 'config'>): JobHandlers<'measure-health' | 'sweep-rate-limits'> {
  return {
    'sweep-rate-limits': () => deleteExpiredCounters(deps.db),
    async 'measure-health'() {
      await insertHealthSamples(deps.db, await measureHealth(deps, new Date()));
      await deleteOldHealthSamples(deps.db);
    },
  };
}

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
        // Sealing continues. The checkpoint stays, so that verification reports it.
        log.error({ block: number, hash }, 'a checkpoint of the audit log has no matching block: its end was removed or rewritten');
        const subject = { subjectType: 'log', outcome: 'failed' } as const;
        await audit(db, { action: 'log.seal_lost', ...subject, detail: { block: number, hash } });
        await appendCheckpoint(db, config.dataDir, await findLastBlock(db));
      }
      for (let block = await sealBlock(db, config.auditSealSeconds); block; block = await sealBlock(db, config.auditSealSeconds)) {
        // Log lines stored apart from the database prove its integrity even if all of it can be rewritten.
        log.info({ block: block.number, entries: block.entries, hash: block.hash.toString('hex') }, 'sealed entries of the audit trail');
        await appendCheckpoint(db, config.dataDir, block);
        if (signal.aborted) return;
      }
    },
    async 'sweep-audit-log'() {
      const forgotten = await db.transaction(async (tx) => {
        // Locked, so that a concurrent change of the retention is recorded after this removal.
        const days = (await lockPlatformSettings(tx)).log_retention_days ?? config.auditDays;
        return pruneAuditLog(tx, days);
      });
      if (forgotten > 0) log.info({ forgotten }, 'forgot old entries of the audit trail');
    },
    // The audit log has entries of the failures.
    'sweep-failed-jobs': () => deleteFailedJobs(db, new Date(Date.now() - FAILED_JOBS_KEPT_MS)),
    // Jobs of earlier versions have addresses without their period.
    async 'erase-from-trail'({ userId, addresses = [] }) {
      await eraseFromAuditLog(db, userId, addresses);
    },
  };
}
