import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { components } from '#openapi/api.ts';
import { buildEvent } from '#tests/support/factories/api.ts';
import { EventBadge } from './event-badge.tsx';

type Event = components['schemas']['Event'];

const END = Date.parse('2026-11-21T00:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: END }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const badge = (more: Partial<Event>) => {
  const planned = { starts_at: '2026-11-20T18:00:00.000Z', duration: 6 };
  const { container, unmount } = render(<EventBadge event={buildEvent({ ...planned, ...more })} />);
  const shown = container.textContent;
  unmount();
  return shown;
};

it.each(['live', 'active'] as const)('never labels an event past its end as %s', (status) => {
  expect(badge({ status })).toBe('Overdue');
  expect(badge({ status, ends_automatically: true })).toBe('Ending');
  expect(badge({ status: 'ended' })).toBe('Ended');
  vi.setSystemTime(END - 60_000);
  expect(badge({ status })).toBe(status === 'live' ? 'Live' : 'Open');
});
