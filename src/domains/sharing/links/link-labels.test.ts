import { expect, test } from 'vitest';
import { waitingLabel } from './link-labels.ts';

const event = { status: 'active' as const, auto_gallery: true, published_at: null, reveals_at: null, time_zone: 'Europe/Berlin' };
const now = Date.parse('2026-11-20T12:00:00.000Z');

test.each([
  [{}, null],
  [{ reveals_at: '2026-11-20T19:00:00.000Z' }, 'Opens Nov 20, 2026, 8:00 PM'],
  [{ reveals_at: '2026-11-20T11:00:00.000Z' }, null],
  [{ auto_gallery: false }, 'Gallery not published'],
  [{ auto_gallery: false, reveals_at: '2026-11-20T19:00:00.000Z' }, 'Gallery not published'],
  [{ auto_gallery: false, published_at: '2026-11-20T11:00:00.000Z' }, null],
  [{ status: 'draft' as const }, 'Event is a draft'],
])('a link of an event with %j waits: %s', (changes, label) => {
  expect(waitingLabel({ ...event, ...changes }, now)?.replaceAll('\u202f', ' ') ?? null).toBe(label);
});
