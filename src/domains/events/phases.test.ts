import { describe, expect, it } from 'vitest';
import { FreshQueryClient } from '#src/shell/query-client.ts';
import { buildEvent } from '#tests/support/factories/api.ts';
import { cacheListedEvents } from './event-lists.ts';
import type { Event } from './event.ts';
import { findCurrentEventId, groupEvents } from './phases.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const hours = (count: number): string => new Date(NOW + count * 3_600_000).toISOString();

describe('groupEvents', () => {
  const event = (id: string, status: Event['status'], starts_at: string): Event => ({ id, status, starts_at }) as Event;

  it('groups current, upcoming and past events', () => {
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

  it('lists open events past their end as overdue, latest start first', () => {
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

  it('counts a live event as current before its planned start', () => {
    expect(groupEvents([event('early', 'live', hours(3))], NOW).now).toHaveLength(1);
  });

  it('lists an event that ends automatically as ending for a while after its end', () => {
    const late = { ...event('late', 'live', hours(-3)), duration: 2, ends_automatically: true };
    const groups = groupEvents([late], NOW);
    expect([groups.now, groups.overdue]).toEqual([[], []]);
    expect(groups.ending.map(({ id }) => id)).toEqual(['late']);
  });
});

describe('findCurrentEventId', () => {
  const can = (capture: boolean) => ({ ...buildEvent().can, capture });
  const live = (id: string, more: Parameters<typeof buildEvent>[0] = {}) =>
    buildEvent({ id, status: 'live', starts_at: hours(-1), duration: 4, relation: 'organization', can: can(true), ...more });

  function currentEvent(before: string | null, ...events: ReturnType<typeof live>[]): string | null {
    const client = new FreshQueryClient();
    cacheListedEvents(client, events, NOW);
    return findCurrentEventId(client, before, NOW);
  }

  it('finds the only live event with an open camera', () => {
    expect(currentEvent(null, live('gala'), live('guest', { can: can(false) }), live('over', { duration: 0.5 }))).toBe('gala');
    expect(currentEvent('yesterday', live('gala'))).toBe('gala');
  });

  it('prefers the event whose camera was opened last', () => {
    expect(currentEvent('fair', live('gala'), live('fair'))).toBe('fair');
  });

  it('finds none among several live events when none was opened before', () => {
    expect(currentEvent(null, live('gala'), live('fair'))).toBeNull();
    expect(currentEvent(null)).toBeNull();
  });
});
