import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { anEvent } from '#tests/support/an-event.ts';
import { OverdueBanner } from './overdue-banner.tsx';

const END = Date.parse('2026-11-21T00:00:00Z');
const HOUR = 3_600_000;
beforeEach(() => void vi.useFakeTimers({ now: END + 2 * HOUR + 60_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const planned = { starts_at: '2026-11-20T18:00:00.000Z', duration: 6 };
const show = (more: Partial<Event> = {}) => {
  const onEnd = vi.fn();
  const { container } = render(<OverdueBanner event={anEvent({ ...planned, ...more })} onEnd={onEnd} />);
  return { onEnd, container };
};

it.each(['live', 'active'] as const)('says of an event that is %s past its end since when, and ends it by one button', (status) => {
  const { onEnd } = show({ status });
  expect(screen.getByText('This event was due to end 2 hours ago')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'End event' }));
  expect(onEnd).toHaveBeenCalledOnce();
});

it.each(['draft', 'ended', 'archived'] as const)('says nothing of one that is %s', (status) => {
  expect(show({ status }).container.textContent).toBe('');
});

it('says nothing before the end, and begins while one looks', () => {
  vi.setSystemTime(END - 20_000);
  const { container } = show();
  expect(container.textContent).toBe('');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(container.textContent).toContain('This event was due to end just now');
});

it('cannot end an event of a suspended organization', () => {
  const { can } = anEvent();
  const { onEnd } = show({ can: { ...can, manage: false } });
  fireEvent.click(screen.getByRole('button', { name: 'End event' }));
  expect(onEnd).not.toHaveBeenCalled();
});
