import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildEvent } from '#tests/support/factories/api.ts';
import { EventNav } from './event-nav.tsx';
import type { Event } from './event.ts';

afterEach(cleanup);

const guest = { relation: 'participant', participant_role: 'guest' } as const;

it.each<[what: string, Partial<Event>, waiting: number, ways: string[]]>([
  ['the organization', { relation: 'organization', participant_role: null }, 0, ['Camera', 'Gallery', 'Queue']],
  ['a photographer', { relation: 'participant', participant_role: 'photographer' }, 0, ['Camera', 'Gallery', 'Queue']],
  ['a guest who takes photos', { ...guest, guest_access: 'capture' }, 0, ['Camera', 'Gallery', 'Queue']],
  ['a guest who may only look', { ...guest, guest_access: 'view' }, 0, ['Gallery']],
  ['a guest who may only look, with photos', { ...guest, guest_access: 'view' }, 2, ['Gallery', 'Queue']],
  ['a viewer', { relation: 'participant', participant_role: 'viewer' }, 0, ['Gallery']],
  ['a visitor', { relation: 'visitor', participant_role: null }, 0, ['Gallery']],
])('offers %s only what they may', async (_who, facts, waiting, ways) => {
  const root = createRootRoute({ component: () => <EventNav event={buildEvent(facts)} waiting={waiting} queueOpen={false} /> });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />);
  await screen.findByRole('link', { name: 'Gallery' });
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent?.match(/^[A-Z][a-z]+/)?.[0])).toEqual(ways);
});
