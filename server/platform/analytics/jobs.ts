import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import {
  countDays,
  countPeriods,
  firstDay,
  lastCounted,
  lateDays,
  noteStorage,
  raiseDays,
  type DayRange,
} from '#server/platform/analytics/aggregate.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of what changes after its day, as an event that was a draft, the last days are told again each time. */
const AGAIN_DAYS = 3;
/** What is counted in one transaction. */
const AT_ONCE_DAYS = 31;
/** Longer than any transaction that was under way the last time. */
const OVERLAP_MS = 60 * 60 * 1000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const later = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

export function platformJobs({ db, log }: Pick<Deps, 'db' | 'log'>, now: () => number = Date.now): JobHandlers<'count-analytics'> {
  const count = (days: DayRange, write = countDays) =>
    db.transaction(async (tx) => {
      await write(tx, days);
      await countPeriods(tx, days);
    });

  return {
    async 'count-analytics'(_payload, signal) {
      const last = await lastCounted(db);
      const first = await firstDay(db);
      if (first === null) return;
      const today = dayOf(now());
      const begin = last ? later(last.day, -AGAIN_DAYS) : first;
      // The oldest first: a run that is cut goes on from where it came to.
      for (let from = begin; from <= today && !signal.aborted; from = later(from, AT_ONCE_DAYS)) {
        const to = [later(from, AT_ONCE_DAYS), later(today, 1)].sort()[0] ?? from;
        await count({ from, to });
      }
      if (last) {
        const late = await lateDays(db, new Date(last.at.getTime() - OVERLAP_MS), { from: first, to: begin });
        for (const day of late) {
          if (signal.aborted) return;
          await count({ from: day, to: later(day, 1) }, raiseDays);
        }
        if (late.length > 0) log.info({ days: late.length }, 'counted days again whose photos came late');
      }
      if (signal.aborted) return;
      await db.transaction(async (tx) => {
        await noteStorage(tx, today);
        await countPeriods(tx, { from: today, to: later(today, 1) });
      });
    },
  };
}
