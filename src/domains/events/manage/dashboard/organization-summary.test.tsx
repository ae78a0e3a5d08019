// Empty states in place of zeros.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Numbers } from '#src/domains/events/manage/detail/overview.tsx';
import type { EventNumbers, OrganizationOverview } from '#src/domains/events/manage/queries.ts';
import { AttentionCard, AttentionRow } from '#src/ui/attention.tsx';
import { Attention, DailyActivity, Figures } from './organization-summary.tsx';

afterEach(cleanup);

const noEvents: OrganizationOverview = {
  events: { all: 0, draft: 0, active: 0, live: 0, ending: 0, overdue: 0, ended: 0, archived: 0, deleted: 0 },
  photos: 0,
  bytes: 0,
  storage_limit: null,
  staff: 1,
  expired_invitations: 0,
  pending: { photos: 0, events: [] },
  reported: { photos: 0, events: [] },
  past_their_end: [],
  days: [{ day: '2026-11-20', photos: 0, likes: 0 }],
};

it('shows no tiles and no empty chart for an organization without events', () => {
  const { container } = render(<Figures overview={noEvents} />);
  expect(container.childElementCount).toBe(0);
  render(<DailyActivity days={noEvents.days} />);
  expect(screen.getByText('No photos or likes in the last 30 days')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

const nothing: EventNumbers = {
  photos: 0,
  approved: 0,
  pending: 0,
  rejected: 0,
  unreadable: 0,
  reported: 0,
  likes: 0,
  bytes: 0,
  participants: 0,
  photographers: 0,
  last_photo_at: null,
  stream_position: 0,
};

it('shows one line for an event without participants', () => {
  const { rerender } = render(<Numbers numbers={nothing} zone={null} />);
  expect(screen.getByText('No one has joined and no photos have been taken yet.')).toBeTruthy();
  expect(screen.queryByRole('definition')).toBeNull();
  rerender(<Numbers numbers={{ ...nothing, participants: 1 }} zone={null} />);
  expect(screen.getByText('People joined')).toBeTruthy();
});

it('shows that nothing needs attention, or the devices that do', () => {
  const { rerender } = render(<Attention overview={noEvents} devices={[]} />);
  expect(screen.getByText('All caught up')).toBeTruthy();
  const phone = (
    <AttentionRow key="phone" icon={null} note="Gala">
      Ana’s phone 3F2A: replaced
    </AttentionRow>
  );
  rerender(<Attention overview={noEvents} devices={[phone]} />);
  expect(screen.queryByText('All caught up')).toBeNull();
  expect(screen.getByRole('listitem').textContent).toContain('Ana’s phone 3F2A: replaced');
});

it('refuses components that may render nothing: the card would be blank', () => {
  const Nothing = () => null;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() =>
    render(
      <AttentionCard>
        <Nothing />
      </AttentionCard>,
    ),
  ).toThrow('no AttentionRow');
  vi.restoreAllMocks();
});
