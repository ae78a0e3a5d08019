import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#src/session/store.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildEvent, buildUser } from '#tests/support/factories/api.ts';
import { noContent, problem } from '#tests/support/outbox-server.ts';
import { EventOptions } from './event-options.tsx';
import { eventQuery } from './queries.ts';

const event = buildEvent({ relation: 'participant', participant_role: 'photographer', join_code: null });
const sent = vi.fn<(request: Request) => Response>();

beforeEach(async () => {
  await session.signIn(buildUser({ id: 'ana' }));
  await session.selectEvent(event);
  sent.mockReset().mockImplementation(noContent);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal('fetch', (request: Request) => Promise.resolve(sent(request)));
});
afterEach(async () => {
  cleanup();
  await session.clear();
  reportReachable(true);
  vi.unstubAllGlobals();
});

async function openMenu(props: Pick<ComponentProps<typeof EventOptions>, 'waiting'> & Partial<ComponentProps<typeof EventOptions>>) {
  const client = new QueryClient();
  client.setQueryData(eventQuery(event.id).queryKey, event);
  const root = createRootRoute();
  const gallery = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <EventOptions event={event} account="ana" canLeave onWall={null} onImport={null} {...props} />,
  });
  const events = createRoute({ getParentRoute: () => root, path: '/dashboard/events-overview', component: () => <h1>Events</h1> });
  const router = createRouter({ routeTree: root.addChildren([gallery, events]), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Event options' }), { key: 'Enter' });
  return { client, router };
}

async function ask(waiting: number | undefined) {
  const { client, router } = await openMenu({ waiting });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Leave event' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave Harbour Lights?' });
  return { client, router, dialog, leave: within(dialog).getByRole('button', { name: 'Leave event' }) };
}

it('opens the live wall, also for people who can’t leave the event', async () => {
  const onWall = vi.fn<() => void>();
  await openMenu({ waiting: 0, canLeave: false, onWall });
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Live wall']);
  fireEvent.click(screen.getByRole('menuitem'));
  expect(onWall).toHaveBeenCalledOnce();
});

it('opens the import for people who have something to import', async () => {
  const onImport = vi.fn<() => void>();
  await openMenu({ waiting: 0, canLeave: false, onImport });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Import photos' }));
  expect(onImport).toHaveBeenCalledOnce();
});

it('confirms first, then leaves the event and removes it from the cache', async () => {
  const { client, router, dialog, leave } = await ask(0);
  expect(dialog.textContent).toMatch(/Your photos stay in the event/);
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(leave);
  await screen.findByRole('heading', { name: 'Events' });
  expect(sent.mock.calls.map(([{ method, url }]) => `${method} ${new URL(url).pathname}`)).toEqual([
    `DELETE /api/v1/event/${event.id}/participants/ana`,
  ]);
  expect(router.state.location.pathname).toBe('/dashboard/events-overview');
  expect(client.getQueryData(eventQuery(event.id).queryKey)).toBeUndefined();
});

it.each([
  [1, '1 photo is waiting'],
  [3, '3 photos are waiting'],
])('is disabled while photos wait on the device, and links to the queue: %i', async (waiting, words) => {
  const { dialog, leave } = await ask(waiting);
  expect(dialog.textContent).toContain(words);
  expect(within(dialog).getByRole('link', { name: 'Open queue' }).getAttribute('href')).toContain('queue=open');
  expect(leave.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(leave);
  expect(sent).not.toHaveBeenCalled();
});

it('is disabled until the number of waiting photos is known, and while offline', async () => {
  const { leave } = await ask(undefined);
  fireEvent.click(leave);
  cleanup();
  reportReachable(false);
  const { leave: offline } = await ask(0);
  expect(offline.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(offline);
  expect(sent).not.toHaveBeenCalled();
});

it('shows why the server refused', async () => {
  sent.mockImplementation(() => problem(403, 'forbidden'));
  const { dialog, leave } = await ask(0);
  fireEvent.click(leave);
  await within(dialog).findByText('forbidden.');
});
