import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { buildEvent } from '#tests/support/factories/api.ts';
import { GalleryCard, OverdueBanner } from './overview.tsx';

afterEach(cleanup);

const published = { auto_gallery: false, published_at: '2026-11-20T20:00:00.000Z' };

it.each<[Partial<Event>, state: string, says: string]>([
  [{ auto_gallery: true, require_approval: true }, 'Open', 'Guests see photos as soon as you approve them.'],
  [{ auto_gallery: true, require_approval: false }, 'Open', 'Guests see photos as soon as they’re uploaded.'],
  [
    { auto_gallery: true, require_approval: false, status: 'draft' },
    'Not open yet',
    'Opens with the event. Guests then see photos as soon as they’re uploaded.',
  ],
  [
    { ...published, require_approval: true, status: 'draft' },
    'Not open yet',
    'Opens with the event. Guests then see photos as soon as you approve them.',
  ],
  [
    { auto_gallery: true, require_approval: false, status: 'ended' },
    'Open',
    'Guests who joined can still see it. Photos that arrive late appear as soon as they’re uploaded.',
  ],
  [
    { ...published, require_approval: true, status: 'archived' },
    'Published',
    'Guests who joined can still see it. Photos that arrive late appear as soon as you approve them.',
  ],
  [
    { auto_gallery: false, published_at: null, status: 'draft' },
    'Not published',
    'Until you publish it, photographers see only their own photos and guests see none. Your organization sees all photos.',
  ],
  [
    { auto_gallery: true, reveals_at: '2100-11-20T20:00:00.000Z', time_zone: 'UTC' },
    'Scheduled',
    'Opens by itself Sat, Nov 20, 2100, 8:00 PM. Until then guests see only their own photos. Your organization sees all photos.',
  ],
  [{ auto_gallery: true, reveals_at: '2020-11-20T20:00:00.000Z' }, 'Open', 'Guests see photos as soon as they’re uploaded.'],
])('describes the visibility of the gallery for %o', (facts, state, says) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GalleryCard event={buildEvent(facts)} onPublish={() => undefined} onReveal={() => undefined} />
    </QueryClientProvider>,
  );
  expect(screen.getByText(state)).toBeTruthy();
  expect(screen.getByText(says)).toBeTruthy();
});

const END = Date.parse('2026-11-21T00:00:00Z');
const HOUR = 3_600_000;

describe('OverdueBanner', () => {
  beforeEach(() => void vi.useFakeTimers({ now: END + 2 * HOUR + 60_000 }));
  afterEach(() => void vi.useRealTimers());

  const planned = { starts_at: '2026-11-20T18:00:00.000Z', duration: 6 };
  const show = (more: Partial<Event> = {}) => {
    const onEnd = vi.fn();
    const { container } = render(<OverdueBanner event={buildEvent({ ...planned, ...more })} onEnd={onEnd} />);
    return { onEnd, container };
  };

  it.each(['live', 'active'] as const)('shows since when an event with status %s is overdue, and ends it', (status) => {
    const { onEnd } = show({ status });
    expect(screen.getByText('This event was due to end 2 hours ago')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'End event' }));
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it.each(['draft', 'ended', 'archived'] as const)('is hidden for an event with status %s', (status) => {
    expect(show({ status }).container.textContent).toBe('');
  });

  it('appears once the end passes', () => {
    vi.setSystemTime(END - 20_000);
    const { container } = show();
    expect(container.textContent).toBe('');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(container.textContent).toContain('This event was due to end just now');
  });

  it('cannot end an event of a suspended organization', () => {
    const { can } = buildEvent();
    const { onEnd } = show({ can: { ...can, manage: false } });
    fireEvent.click(screen.getByRole('button', { name: 'End event' }));
    expect(onEnd).not.toHaveBeenCalled();
  });
});
