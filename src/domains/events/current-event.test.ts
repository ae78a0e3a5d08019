import { expect, it } from 'vitest';
import { FreshQueryClient } from '#src/shell/fresh-query-client.ts';
import { anEvent } from '#tests/support/an-event.ts';
import { findCurrentEventId } from './current-event.ts';
import { cacheListedEvents } from './queries.ts';

const NOW = Date.UTC(2026, 10, 21, 20);
const can = (capture: boolean) => ({ ...anEvent().can, capture });
const live = (id: string, more: Parameters<typeof anEvent>[0] = {}) =>
  anEvent({
    id,
    status: 'live',
    starts_at: new Date(NOW - 3_600_000).toISOString(),
    duration: 4,
    relation: 'organization',
    can: can(true),
    ...more,
  });

function onNow(before: string | null, ...events: ReturnType<typeof live>[]): string | null {
  const client = new FreshQueryClient();
  cacheListedEvents(client, events, NOW);
  return findCurrentEventId(client, before, NOW);
}

it('is the only live event whose camera is open to this person', () => {
  expect(onNow(null, live('gala'), live('guest', { can: can(false) }), live('over', { duration: 0.5 }))).toBe('gala');
  expect(onNow('yesterday', live('gala'))).toBe('gala');
});

it('is the one of before, where several are on', () => {
  expect(onNow('fair', live('gala'), live('fair'))).toBe('fair');
});

it('is left to the person where several are on and none was open before', () => {
  expect(onNow(null, live('gala'), live('fair'))).toBeNull();
  expect(onNow(null)).toBeNull();
});
