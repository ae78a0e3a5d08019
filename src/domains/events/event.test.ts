import { describe, expect, it } from 'vitest';
import type { Event } from './event.ts';
import { groupEvents } from './phases.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const hours = (count: number): string => new Date(NOW + count * 3_600_000).toISOString();
const event = (id: string, status: Event['status'], starts_at: string): Event => ({ id, status, starts_at }) as Event;

it('what happens now stands first, then what is next, then what was', () => {
  const groups = groupEvents(
    [
      event('far', 'draft', hours(48)),
      event('soon', 'active', hours(5)),
      event('live', 'live', hours(1)),
      event('running', 'active', hours(-1)),
      event('over', 'ended', hours(-24)),
      event('old', 'archived', hours(-240)),
    ],
    NOW,
  );
  expect(groups.now.map(({ id }) => id)).toEqual(['live', 'running']);
  expect(groups.upcoming.map(({ id }) => id)).toEqual(['soon', 'far']);
  expect(groups.past.map(({ id }) => id)).toEqual(['over', 'old']);
});

it('what is past its end and still open does not happen now: it stands by itself, with the latest first', () => {
  const lasting = (id: string, status: Event['status'], from: number, duration: number) => ({
    ...event(id, status, hours(from)),
    duration,
  });
  const groups = groupEvents(
    [
      lasting('forgotten', 'live', -48, 6),
      lasting('on', 'live', -1, 2),
      lasting('overtime', 'active', -3, 2),
      lasting('to the minute', 'active', -2, 2),
      lasting('over', 'ended', -3, 2),
    ],
    NOW,
  );
  expect(groups.now.map(({ id }) => id)).toEqual(['on']);
  expect(groups.overdue.map(({ id }) => id)).toEqual(['to the minute', 'overtime', 'forgotten']);
  expect(groups.past.map(({ id }) => id)).toEqual(['over']);
});

describe('an event that the organizer called live', () => {
  it('happens now, whatever its planned start', () => {
    expect(groupEvents([event('early', 'live', hours(3))], NOW).now).toHaveLength(1);
  });
});

it('an event that ends automatically takes its last photos for a while after its end', () => {
  const late = { ...event('late', 'live', hours(-3)), duration: 2, ends_automatically: true };
  const groups = groupEvents([late], NOW);
  expect([groups.now, groups.overdue]).toEqual([[], []]);
  expect(groups.ending.map(({ id }) => id)).toEqual(['late']);
});
