import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { routeTree } from '#src/routeTree.gen.ts';
import { session, type Snapshot } from '#src/session/store.ts';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';
import NotFoundPage from './not-found.tsx';
import { queryClient } from './query-client.ts';

// jsdom has none; a desktop.
vi.hoisted(() => {
  const desktop = (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.assign(window, { matchMedia: desktop, scrollTo: () => undefined });
});

type SessionUser = Snapshot['user'];

const person = (role: SessionUser['role'], organizations: SessionUser['organizations'] = []): SessionUser =>
  buildUser({ role, organizations, permissions: { participate_events: true } });

const pending = buildOrganization({ name: 'Borealis', status: 'pending' });

async function open(path: string) {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
    context: { queryClient, session },
    defaultNotFoundComponent: NotFoundPage,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(router.state.status).toBe('idle'));
  await screen.findByRole('main');
  return router.state.location.pathname;
}

const toggle = () => screen.queryByRole('button', { name: /(Open|Close) menu/ });

describe('The sidebar', () => {
  beforeAll(() => {
    session.markReady();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in this test')));
  });
  afterEach(async () => {
    cleanup();
    queryClient.clear();
    await session.clear();
  });

  it.each(['/', '/login', '/register', '/unauthorized', '/join', '/no/such/page'])('is not on %s', async (path) => {
    expect(await open(path)).toBe(path);
    expect(toggle()).toBeNull();
  });

  it.each([
    ['user', [], 'Go to your events', '/dashboard'],
    ['organization', [{ ...pending, status: 'active' as const }], 'Go to your organization', '/organization'],
    ['organization', [pending], 'Check approval status', '/pending-approval'],
    ['super_admin', [], 'Go to the Admin Panel', '/super-admin'],
  ] as const)('is not on the home page of a %s either, who finds links there', async (role, organizations, label, to) => {
    await session.signIn(person(role, [...organizations]));
    expect(await open('/')).toBe('/');
    expect(toggle()).toBeNull();
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to);
  });

  it('leaves the home page to visitors, and to guests without an account', async () => {
    await open('/');
    expect(screen.getByText(/camera and gallery for events.*making and restyling images/)).toBeTruthy();
    expect(screen.getByLabelText('At an event? Enter its code. You don’t need an account.')).toBeTruthy();
  });

  it('is hidden from visitors who are not signed in: they are asked to', async () => {
    expect(await open('/dashboard/events-overview')).toBe('/login');
    expect(toggle()).toBeNull();
  });

  it('is beside the dashboard', async () => {
    await session.signIn(person('user'));
    expect(await open('/dashboard')).toBe('/dashboard');
    expect(toggle()).not.toBeNull();
    expect(await screen.findByRole('complementary', { name: 'AI Image Suite' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Events' })).toBeTruthy();
    expect(screen.getByText('ana@example.org')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });

  it.each(['/unauthorized', '/join', '/join/ABCD-EFGH', '/no/such/page', '/dashboard/no-such', '/organization/no-such'])(
    'is beside %s for signed-in users',
    async (path) => {
      await session.signIn(person('member', [{ ...pending, status: 'active' }]));
      expect(await open(path)).toBe(path);
      expect(await screen.findByRole('complementary', { name: 'Organization Panel' })).toBeTruthy();
      expect(screen.getAllByRole('main')).toHaveLength(1);
    },
  );

  it('is not beside them for the admin of a pending organization', async () => {
    await session.signIn(person('organization', [pending]));
    expect(await open('/unauthorized')).toBe('/unauthorized');
    expect(toggle()).toBeNull();
  });

  it.each(['/super-admin', '/super-admin/users', '/dashboard/no-such'])('is invisible at %s to visitors', async (path) => {
    expect(await open(path)).toBe('/login');
  });

  it('leads only super administrators into their area', async () => {
    await session.signIn(person('user'));
    expect(await open('/super-admin/users')).toBe('/unauthorized');
    cleanup();
    await session.signIn(person('super_admin'));
    expect(await open('/super-admin')).toBe('/super-admin');
    expect(await screen.findByRole('complementary', { name: 'Admin Panel' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeTruthy();
  });

  it('is beside an organization’s area', async () => {
    await session.signIn(person('member', [{ ...pending, status: 'active' }]));
    expect(await open('/organization')).toBe('/organization');
    expect(await screen.findByRole('complementary', { name: 'Organization Panel' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Event Management' })).toBeTruthy();
    expect(screen.getByText('Role: Organization Member')).toBeTruthy();
  });

  it('is not there for the admin of an organization that waits for approval', async () => {
    await session.signIn(person('organization', [pending]));
    expect(await open('/dashboard')).toBe('/pending-approval');
    expect(toggle()).toBeNull();
  });

  it('is not on the home page of a platform admin', async () => {
    await session.signIn(person('admin'));
    expect(await open('/')).toBe('/');
    expect(toggle()).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to your events' }).getAttribute('href')).toBe('/dashboard');
  });
});
