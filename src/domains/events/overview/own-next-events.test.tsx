import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventsQuery } from '#src/domains/events/event-lists.ts';
import type { Event } from '#src/domains/events/event.ts';
import { buildEvent } from '#tests/support/factories/api.ts';
import { OwnNextEvents, OwnPastEvents } from './own-next-events.tsx';

let client: QueryClient;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  client = new QueryClient();
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
});

async function open(past: Event[]) {
  const pages = (items: Event[]) => ({ pages: [{ items, next_cursor: null, previous_cursor: null }], pageParams: [null] });
  client.setQueryData(eventsQuery('mine').queryKey, pages([]));
  client.setQueryData(eventsQuery('past').queryKey, pages(past));
  const waiting = new Map<string, number>();
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={client}>
        <OwnNextEvents waiting={waiting} onJoined={() => undefined} />
        <OwnPastEvents waiting={waiting} />
      </QueryClientProvider>
    ),
  });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />);
  await screen.findByRole('button', { name: 'Join with a code' });
}

const ended = (name: string, relation: Event['relation']) => buildEvent({ name, relation, status: 'ended' });

it('people with only past events see them, and no hint that they never had any', async () => {
  await open([ended('Wedding', 'participant'), { ...ended('Regatta of others', 'visitor'), id: '0199aa00-0000-7000-8000-0000000000e2' }]);
  expect(screen.getByText('No upcoming events')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Past events' })).toBeTruthy();
  expect(screen.getAllByRole('article').map((card) => card.querySelector('h3')?.textContent)).toEqual(['Wedding']);
});

it('public events of others are not listed as past events', async () => {
  await open([ended('Regatta of others', 'visitor')]);
  expect(screen.getByText('No events yet')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Past events' })).toBeNull();
});
