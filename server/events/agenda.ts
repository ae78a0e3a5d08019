// The order in which people who run events need them: what is live, what is on or begins within a day, what comes next, then what is over,
// ended or not, the latest first. One number tells it, in SQL for the order and here for the cursor.
import { sql, type SQL } from 'drizzle-orm';
import { events } from '#server/db/schema/events.ts';

const DAY_S = 86_400;
/** More seconds than there are from 1970 to any event's start: sets the groups apart. */
const SPAN = 100_000_000_000;

interface AgendaFacts {
  status: (typeof events.$inferSelect)['status'];
  startsAt: Date;
  durationHours: number;
}

/** The rank of an event, least first: four groups, each in seconds since 1970 or counted down from the last. */
export function agendaRank({ status, startsAt, durationHours }: AgendaFacts, now: Date): number {
  const start = clamp(Math.floor(startsAt.getTime() / 1000));
  const at = Math.floor(now.getTime() / 1000);
  const isOver = status === 'ended' || status === 'archived' || start + durationHours * 3600 <= at;
  if (isOver) return 4 * SPAN - start;
  if (status === 'live') return SPAN - start;
  return start <= at + DAY_S ? SPAN + start : 2 * SPAN + start;
}

const clamp = (seconds: number): number => Math.min(Math.max(seconds, 0), SPAN - 1);

const start = sql`least(greatest(floor(extract(epoch from ${events.startsAt}))::bigint, 0), ${SPAN - 1}::bigint)`;
const at = sql`floor(extract(epoch from now()))::bigint`;

/** As `agendaRank`, at the database's now. */
export const agendaRankSql: SQL = sql`(case
  when ${events.status} in ('ended', 'archived') or ${start} + ${events.durationHours} * 3600 <= ${at} then 4 * ${SPAN}::bigint - ${start}
  when ${events.status} = 'live' then ${SPAN}::bigint - ${start}
  when ${start} <= ${at} + ${DAY_S} then ${SPAN}::bigint + ${start}
  else 2 * ${SPAN}::bigint + ${start} end)`;
