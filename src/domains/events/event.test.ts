import { describe, expect, it } from 'vitest';
import { groupEvents, type Event } from './event.ts';

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

describe('an event that the organizer called live', () => {
  it('happens now, whatever its planned start', () => {
    expect(groupEvents([event('early', 'live', hours(3))], NOW).now).toHaveLength(1);
  });
});
