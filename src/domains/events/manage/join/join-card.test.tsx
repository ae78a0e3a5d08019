import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { isBefore } from '#tests/support/document-order.ts';
import { buildEvent } from '#tests/support/factories/api.ts';
import { JoinCard } from './join-card.tsx';

const nothing = vi.fn();
const card = (policy: 'code' | 'closed', status: Event['status'] = 'live') => (
  <JoinCard event={buildEvent({ join_policy: policy, status })} onPolicy={nothing} onRenew={nothing} poster={false} onPoster={nothing} />
);

it('shows why the code is disabled below the choice, which does not move', () => {
  const { rerender } = render(card('code'));
  const choices = screen.getAllByRole('radio');
  rerender(card('closed'));
  expect(screen.getAllByRole('radio')).toEqual(choices);
  const note = screen.getByText('The code doesn’t work right now');
  for (const element of [...choices, screen.getByRole('button', { name: 'Poster' })]) expect(isBefore(element, note)).toBe(true);
});

it('does not advertise the code of an ended event', () => {
  cleanup();
  render(card('code', 'ended'));
  expect(screen.queryByText(/People scan the code/)).toBeNull();
  expect(screen.getAllByText('The event is over. No one new can join.').length).toBeGreaterThan(0);
});

it('warns before printing a poster with an address that only this device can open', async () => {
  cleanup();
  render(<JoinCard event={buildEvent()} onPolicy={nothing} onRenew={nothing} poster onPoster={nothing} />);
  await screen.findByText('Phones can’t open this address');
});
