import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { routeTree } from '#src/routeTree.gen.ts';
import { configureSession, refresh } from '#src/session/actions.ts';
import { session, type Snapshot } from '#src/session/store.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';

vi.hoisted(() => {
  const none = () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined });
  Object.assign(window, { matchMedia: none, scrollTo: () => undefined });
});

type Organization = Snapshot['user']['organizations'][number];
let status: Organization['status'];
const organization = () => buildOrganization({ name: 'Borealis', status });
const person = () => buildUser({ email: 'pia@example.org', role: 'organization', organizations: [organization()] });

/** Refresh responses are created on request and delayed until this resolves. */
let held: (() => void)[] | null;
/** The organization's response is delayed until this resolves. */
let arrival: Promise<void>;
let looks: number;
beforeEach(async () => {
  looks = 0;
  status = 'pending';
  held = null;
  arrival = Promise.resolve();
  configureSession({
    mayStayExpired: () => false,
    purgeCache: () => Promise.resolve(),
    onSignedOut: () => undefined,
    onSwitched: () => undefined,
  });
  session.markReady();
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname === '/api/v1/organizations/o1') {
      await arrival;
      looks += 1;
      return json(200, organization());
    }
    if (pathname !== '/api/v1/auth/refresh') throw new TypeError('no network in this test');
    const answer = json(200, { user: person(), access_token: 't' });
    if (held) await new Promise<void>((go) => held?.push(go));
    return answer;
  });
  await session.signIn(person());
});
afterEach(async () => {
  cleanup();
  queryClient.clear();
  await session.clear();
  vi.unstubAllGlobals();
});

async function open() {
  const history = createMemoryHistory({ initialEntries: ['/pending-approval'] });
  const router = createRouter({ routeTree, history, context: { queryClient, session } });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Waiting for approval' }, { timeout: 15_000 })).toBeTruthy();
  return router;
}
const check = () => fireEvent.click(screen.getByRole('button', { name: 'Check now' }));

it('asks to confirm an unconfirmed address, like the organization’s dashboard', { timeout: 60_000 }, async () => {
  await session.signIn({ ...person(), is_verified: false });
  const router = await open();
  expect(await screen.findByText('Confirm your email address', {}, { timeout: 20_000 })).toBeTruthy();
  status = 'active';
  await session.signIn({ ...person(), is_verified: false });
  await router.navigate({ to: '/organization' });
  expect(await screen.findByRole('heading', { name: 'Organization Dashboard' }, { timeout: 20_000 })).toBeTruthy();
  expect(screen.getByText('Confirm your email address')).toBeTruthy();
});

it('continues automatically once the organization is approved', { timeout: 40_000 }, async () => {
  const router = await open();
  status = 'active';
  check();
  await waitFor(() => expect(router.state.location.pathname).toBe('/organization'), { timeout: 20_000 });
});

it('continues even if a session refresh from before the approval is in flight', { timeout: 40_000 }, async () => {
  const router = await open();
  held = [];
  const renewal = refresh();
  await waitFor(() => expect(held).toHaveLength(1));
  status = 'active';
  const before = looks;
  check();
  await waitFor(() => expect(looks).toBe(before + 1));
  const early = held;
  held = null;
  for (const go of early) go();
  await renewal;
  await waitFor(() => expect(router.state.location.pathname).toBe('/organization'), { timeout: 20_000 });
});

it('has the same buttons in the same order while the organization loads', { timeout: 40_000 }, async () => {
  let arrive = () => {};
  arrival = new Promise((resolve) => (arrive = resolve));
  const history = createMemoryHistory({ initialEntries: ['/pending-approval'] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter({ routeTree, history, context: { queryClient, session } })} />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: 'Check now' }, { timeout: 15_000 });
  const before = screen.getAllByRole('button');
  arrive();
  expect(await screen.findByRole('heading', { name: 'Waiting for approval' })).toBeTruthy();
  expect(screen.getAllByRole('button')).toEqual(before);
});
