import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import {
  countDays,
  countPeriods,
  firstDay,
  lastCounted,
  lateDays,
  recordStorage,
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

type Jobs = 'count-analytics' | 'count-today';

export function platformJobs({ db, log }: Pick<Deps, 'db' | 'log'>, now: () => number = Date.now): JobHandlers<Jobs> {
  const count = (days: DayRange, write = countDays, parts = { people: true }) =>
    db.transaction(async (tx) => {
      await write(tx, days);
      await countPeriods(tx, days, parts);
    });

  /** Days before `to` whose photos came since the last counting. */
  async function countLate(since: Date, days: DayRange, signal: AbortSignal, parts = { people: true }): Promise<void> {
    const late = await lateDays(db, new Date(since.getTime() - OVERLAP_MS), days);
    for (const day of late) {
      if (signal.aborted) return;
      await count({ from: day, to: later(day, 1) }, raiseDays, parts);
    }
    if (late.length > 0) log.info({ days: late.length }, 'counted days again whose photos came late');
  }

  async function countAll(signal: AbortSignal): Promise<void> {
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
