import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildEvent } from '#tests/support/factories/api.ts';
import { EventCard } from './event-list.tsx';

afterEach(cleanup);

function draw(counts: Parameters<typeof buildEvent>[0]): void {
  const event = buildEvent(counts);
  const root = createRootRoute({ component: () => <EventCard event={event} waiting={0} now={Date.parse(event.starts_at)} /> });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />);
}

it('counts everyone who joined as participants, including photographers', async () => {
  draw({ photos_count: 2, attendees_count: 4 });
  expect(await screen.findByText('2 photos · 4 participants')).toBeTruthy();
});

it('shows an empty event in words instead of zeros', async () => {
  draw({ photos_count: 0, attendees_count: 0 });
  expect(await screen.findByText('No photos yet')).toBeTruthy();
});
