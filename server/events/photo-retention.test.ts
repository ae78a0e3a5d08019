import { describe, expect, it } from 'vitest';
import { type RetentionFacts, retentionStep } from './photo-retention.ts';

const DAY = 24 * 3_600_000;
const end = Date.UTC(2026, 5, 1, 20);
/** Days after the end of the event. */
const day = (days: number) => new Date(end + days * DAY);

const facts = (overrides: Partial<RetentionFacts> = {}): RetentionFacts => ({
  status: 'ended',
  retentionDays: 90,
  endedAt: day(0),
  startsAt: day(-1),
  durationHours: 12,
  lastArrivalAt: day(-0.1),
  warning: null,
  ...overrides,
});
const told = (dueAt: number, firstSentAt: number | null, lastSentAt: number | null = null) => ({
  dueAt: day(dueAt),
  firstSentAt: firstSentAt === null ? null : day(firstSentAt),
  lastSentAt: lastSentAt === null ? null : day(lastSentAt),
});

describe.each<[string, Partial<RetentionFacts>, number, string, number | null]>([
  // what, facts, the day it is, what is to be done, the date
  ['photos kept for ever', { retentionDays: null }, 500, 'none', null],
  ['an event that is still on', { status: 'live', endedAt: null }, 500, 'none', null],
  ['an event that was reopened', { status: 'active' }, 500, 'none', null],
  ['an event without photos to lose', { lastArrivalAt: null }, 500, 'none', null],
  ['the time before the first warning', {}, 75.9, 'wait', 90],
  ['the first warning', {}, 76, 'first', 90],
  ['an archived event', { status: 'archived' }, 76, 'first', 90],
  ['an event that ended in an earlier release', { endedAt: null, lastArrivalAt: day(-0.6) }, 75.5, 'first', 89.5],
  ['a photo that arrived after the end', { lastArrivalAt: day(10) }, 76, 'wait', 100],
  ['a first warning that is late', {}, 80, 'first', 94],
  ['the time between the warnings', { warning: told(90, 76) }, 87.9, 'wait', 90],
  ['the last warning', { warning: told(90, 76) }, 88, 'last', 90],
  ['a last warning that is late', { warning: told(90, 76) }, 95, 'last', 97],
  ['the last two days', { warning: told(90, 76, 88) }, 89.9, 'wait', 90],
  ['the deletion', { warning: told(90, 76, 88) }, 90, 'delete', 90],
  ['a deletion without any warning', {}, 400, 'first', 414],
  ['a deletion with the first warning only', { warning: told(90, 76) }, 400, 'last', 402],
  ['a date that moved later', { warning: told(90, 76, 88), lastArrivalAt: day(20) }, 91, 'wait', 110],
  ['its new first warning', { warning: told(90, 76, 88), lastArrivalAt: day(20) }, 96, 'first', 110],
  ['a photo that arrived after the first warning', { warning: told(90, 76, 88), lastArrivalAt: day(89) }, 90, 'wait', 179],
  ['a late photo where photos are kept for a day', { retentionDays: 1, warning: told(15, 1, 13), lastArrivalAt: day(14) }, 15, 'first', 29],
  ['a short time', { retentionDays: 1 }, 1, 'first', 15],
  ['photos that still arrive', { retentionDays: 1, lastArrivalAt: day(5) }, 5.5, 'wait', 20],
  ['no photo for a day', { retentionDays: 1, lastArrivalAt: day(5) }, 6, 'first', 20],
  ['a shortened time, people were not told', { retentionDays: 30, warning: told(90, null) }, 60, 'first', 74],
  ['a shortened time, after the new warning', { retentionDays: 30, warning: told(74, 60) }, 71, 'wait', 74],
  ['an event that ended anew', { endedAt: day(50), warning: told(90, 76, 88) }, 90, 'wait', 140],
])('%s', (_name, given, today, kind, dueOn) => {
  it(`is answered with ${kind}`, () => {
    const step = retentionStep(facts(given), day(today));
    expect(step.kind === 'warn' ? step.warning : step.kind).toBe(kind);
    expect(step.dueAt).toEqual(dueOn === null ? null : day(dueOn));
  });
});

it('never deletes what people were not told of two weeks and two days before, whenever the job runs', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = (most: number, salt: number) => Math.abs(Math.sin(seed * 12.9898 + salt * 78.233) * 43758.5453) % most;
    const retentionDays = 1 + Math.floor(random(40, 1));
    let warning = null as RetentionFacts['warning'];
    let lastArrivalAt = day(0);
    for (let today = 0, run = 0; run < 60; run += 1) {
      today += random(9, run + 2);
      if (random(10, run + 100) < 1) lastArrivalAt = day(today);
      const now = day(today);
      const step = retentionStep(facts({ retentionDays, warning, lastArrivalAt }), now);
      if (step.kind === 'warn')
        warning =
          step.warning === 'first'
            ? { dueAt: step.dueAt, firstSentAt: now, lastSentAt: null }
            : { dueAt: step.dueAt, firstSentAt: warning?.firstSentAt ?? null, lastSentAt: now };
      if (step.kind !== 'delete') continue;
      const [first, last] = [warning?.firstSentAt?.getTime() ?? Infinity, warning?.lastSentAt?.getTime() ?? Infinity];
      expect(now.getTime() - first).toBeGreaterThanOrEqual(14 * DAY);
      expect(now.getTime() - last).toBeGreaterThanOrEqual(2 * DAY);
      expect(lastArrivalAt.getTime()).toBeLessThanOrEqual(first);
      expect(now.getTime()).toBeGreaterThanOrEqual(lastArrivalAt.getTime() + retentionDays * DAY);
      break;
    }
  }
});
