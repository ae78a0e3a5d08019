import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { anEvent } from '#tests/support/an-event.ts';
import { EventCard } from './event-card.tsx';

afterEach(cleanup);

it('counts those who joined as people: most of them take photos, and are no guests by their role', async () => {
  const event = anEvent({ photos_count: 2, attendees_count: 4 });
  const root = createRootRoute({ component: () => <EventCard event={event} waiting={0} now={Date.parse(event.starts_at)} /> });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />);
  expect(await screen.findByText('2 photos · 4 people')).toBeTruthy();
});
