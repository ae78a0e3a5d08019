import { pluralize, type TimeZone } from './format.ts';
import { toWallTime } from './time-zone.ts';

const DAY_MS = 86_400_000;

/** Calendar days until the time, in the zone in which it is shown: 1 is tomorrow, -1 yesterday. */
export function daysUntil(at: number, now: number, zone?: TimeZone): number {
  const dayOf = (ms: number) => Math.floor(toWallTime(ms, zone) / DAY_MS);
  return dayOf(at) - dayOf(now);
}

/** "4 days left" in calendar days, "Less than a day left" in the last 24 hours. */
export function formatDaysLeft(until: number, now: number, zone?: TimeZone): string {
  const days = daysUntil(until, now, zone);
  return days < 1 || until - now < DAY_MS ? 'Less than a day left' : `${pluralize(days, 'day', 'days')} left`;
}
