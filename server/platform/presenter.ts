import type { components } from '#openapi/api.ts';
import type { Block, TrailEnd } from '#server/audit/audit-repository.ts';
import {
  type AnalyticsPeriod,
  type Counted,
  type Delays,
  type OrganizationCounts,
  PERCENTILE_ERROR,
  percentileOf,
} from '#server/platform/analytics-repository.ts';
import type { NamedLogRow } from '#server/platform/subject-names-repository.ts';
import { fullName } from '#server/viewer.ts';

type Schemas = components['schemas'];
type Period = Schemas['AnalyticsPeriod'];

const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The first days of the last periods, in UTC, the one that is not over among them: the earliest first. */
export function startsOf(period: AnalyticsPeriod, count: number, now: Date): string[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = Date.UTC(year, month, day);
  // Weeks begin on Monday.
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  const back = {
    day: (steps: number) => today - steps * DAY_MS,
    week: (steps: number) => monday - steps * 7 * DAY_MS,
    month: (steps: number) => Date.UTC(year, month - steps, 1),
  }[period];
  return Array.from({ length: count }, (_, index) => dayOf(back(count - 1 - index)));
}

const nothing = {
  signUps: 0,
  joined: 0,
  activePeople: 0,
  events: 0,
  captured: 0,
  delivered: 0,
  deliveredBytes: 0,
  images: 0,
  failedGenerations: 0,
  storedBytes: null,
} satisfies Omit<Counted, 'start'>;

const percentiles = (delays: readonly Delays[]) => ({ p50_seconds: percentileOf(delays, 0.5), p95_seconds: percentileOf(delays, 0.95) });

interface Read {
  period: AnalyticsPeriod;
  starts: readonly string[];
  organization: { id: string; name: string } | null;
  counted: readonly Counted[];
  delays: readonly Delays[];
  countedAt: Date | null;
  countedSince: string | null;
}

/** Each period of the range, also where nothing happened. */
export function presentAnalytics({ period, starts, organization, counted, delays, countedAt, countedSince }: Read): Schemas['Analytics'] {
  const byStart = new Map(counted.map((row) => [row.start, row]));
  const delaysOf = new Map<string, Delays[]>();
  for (const delay of delays) delaysOf.set(delay.start, [...(delaysOf.get(delay.start) ?? []), delay]);
  const items = starts.map((start): Period => {
    const row = byStart.get(start) ?? nothing;
    return {
      start,
      // A sign-up is to the platform, not to one organization of it.
      sign_ups: organization ? null : row.signUps,
      joined: row.joined,
      active_people: row.activePeople,
      events: row.events,
      captured: row.captured,
      delivered: row.delivered,
      delivered_bytes: row.deliveredBytes,
      ...percentiles(delaysOf.get(start) ?? []),
      images: row.images,
      failed_generations: row.failedGenerations,
      stored_bytes: row.storedBytes,
    };
  });
  const sum = (of: (item: Period) => number) => items.reduce((total, item) => total + of(item), 0);
  return {
    period,
    organization,
    counted_at: countedAt?.toISOString() ?? null,
    counted_since: countedSince,
    percentile_error: PERCENTILE_ERROR,
    items,
    total: {
      sign_ups: organization ? null : sum((item) => item.sign_ups ?? 0),
      joined: sum((item) => item.joined),
      events: sum((item) => item.events),
      captured: sum((item) => item.captured),
      delivered: sum((item) => item.delivered),
      delivered_bytes: sum((item) => item.delivered_bytes),
      ...percentiles(delays),
      images: sum((item) => item.images),
      failed_generations: sum((item) => item.failed_generations),
    },
  };
}

export const presentOrganizationCounts = (row: OrganizationCounts): Schemas['OrganizationAnalytics'] => ({
  id: row.id,
  name: row.name,
  events: row.events,
  joined: row.joined,
  captured: row.captured,
  delivered: row.delivered,
  delivered_bytes: row.deliveredBytes,
  images: row.images,
});

/** @param end where the last block ends */
export function presentLog(row: NamedLogRow, end: TrailEnd | undefined): Schemas['LogEntry'] {
  const { actorId, firstName, lastName, organizationId } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    actor: actorId === null ? null : { id: actorId, name: fullName(firstName ?? '', lastName ?? ''), email: row.email },
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_name: row.subjectName,
    person_name: row.personName,
    organization: organizationId === null ? null : { id: organizationId, name: row.organization },
    ip: row.ip,
    request_id: row.requestId,
    detail: row.detail,
    count: row.count,
    last_at: row.lastAt?.toISOString() ?? null,
    is_erased: row.isErased,
    is_sealed: end !== undefined && (row.at < end.lastAt || (row.at.getTime() === end.lastAt.getTime() && row.id <= end.lastId)),
  };
}

export const presentSeal = (last: Block | undefined, retentionDays: number, oldestAt: Date | null): Schemas['LogSeal'] => ({
  blocks: last?.number ?? 0,
  last: last ? { number: last.number, hash: last.hash.toString('hex'), ends_at: last.lastAt.toISOString() } : null,
  retention_days: retentionDays,
  oldest_at: oldestAt?.toISOString() ?? null,
});
