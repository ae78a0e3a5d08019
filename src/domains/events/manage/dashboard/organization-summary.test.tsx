// Empty states in place of zeros.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Numbers } from '#src/domains/events/manage/detail/overview.tsx';
import type { EventNumbers, OrganizationOverview } from '#src/domains/events/manage/queries.ts';
import { DailyActivity, Figures } from './organization-summary.tsx';

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
