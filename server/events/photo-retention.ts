// When photos of an event are deleted after its retention, and when people are told before. Pure.
import type { components } from '#openapi/api.ts';

type Schemas = components['schemas'];

const DAY_MS = 24 * 3_600_000;
/** People are warned twice, so many days before the deletion. */
const FIRST_WARNING_DAYS = 14;
const LAST_WARNING_DAYS = 2;
/** Photos that wait on phones arrive one after the other: the warning waits until none has arrived for this long. */
const QUIET_DAYS = 1;

/** What decides when photos of an event are deleted. */
export interface RetentionFacts {
  status: Schemas['EventStatus'];
  retentionDays: number | null;
  /** Null for events that ended in an earlier release. */
  endedAt: Date | null;
  startsAt: Date;
  durationHours: number;
  /** When the last of the photos arrived that would lose something; null: none would. */
  lastArrivalAt: Date | null;
  /** What people were told: null if nothing. */
  warning: { dueAt: Date; firstSentAt: Date | null; lastSentAt: Date | null } | null;
}

/** What is to be done about the photos of an event. `dueAt`: they are kept until then at least. */
export type RetentionStep =
  | { kind: 'none'; dueAt: null }
  | { kind: 'wait'; dueAt: Date }
  | { kind: 'warn'; warning: 'first' | 'last'; dueAt: Date }
  | { kind: 'delete'; dueAt: Date };

const later = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);
const latest = (...dates: Date[]) => new Date(Math.max(...dates.map((date) => date.getTime())));

/**
 * Photos are deleted a number of days after the event's end, or after the arrival of the last photo if that is later, and never earlier than people were
 * told. A warning counts for the photos that were there when it was sent, and as long as the date is not later than it said.
 */
export function retentionStep(facts: RetentionFacts, now: Date): RetentionStep {
  const { retentionDays, lastArrivalAt, warning } = facts;
  if (retentionDays === null || lastArrivalAt === null || (facts.status !== 'ended' && facts.status !== 'archived'))
    return { kind: 'none', dueAt: null };
  const endedAt = facts.endedAt ?? new Date(facts.startsAt.getTime() + facts.durationHours * 3_600_000);
  const intended = later(latest(endedAt, lastArrivalAt), retentionDays);
  const isTold = warning !== null && warning.firstSentAt !== null && warning.firstSentAt >= lastArrivalAt && warning.dueAt >= intended;
  if (!isTold) {
    const dueAt = latest(intended, later(latest(now, later(lastArrivalAt, QUIET_DAYS)), FIRST_WARNING_DAYS));
    return later(now, FIRST_WARNING_DAYS) < dueAt ? { kind: 'wait', dueAt } : { kind: 'warn', warning: 'first', dueAt };
  }
  const { dueAt, lastSentAt } = warning;
  if (lastSentAt !== null) return { kind: now < dueAt ? 'wait' : 'delete', dueAt };
  if (later(now, LAST_WARNING_DAYS) < dueAt) return { kind: 'wait', dueAt };
  return { kind: 'warn', warning: 'last', dueAt: latest(dueAt, later(now, LAST_WARNING_DAYS)) };
}
