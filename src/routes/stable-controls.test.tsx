// Answers must not move controls away from under the finger: on each screen every control that is usable while loading is the same element, in the
// same order, after the answers arrive, empty or not. Only search and filters disappear when there is nothing at all.
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { routeTree } from '#src/routeTree.gen.ts';
import { session } from '#src/session/store.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { rows, type Json } from '#tests/support/contract.ts';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';
import { json, noContent } from '#tests/support/outbox-server.ts';

// jsdom has none; a desktop.
vi.hoisted(() => {
  const desktop = (query: string) => Object.assign(new EventTarget(), { matches: query.includes('width') });
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(window, { matchMedia: desktop, scrollTo: () => undefined, IntersectionObserver: Observer, ResizeObserver: Observer });
});

const organization = buildOrganization({ id: '0199aa00-0000-7000-8000-0000000000a1', name: 'Aurora Events' });

const user = buildUser({
  id: '0199aa00-0000-7000-8000-000000000001',
  role: 'super_admin',
  permissions: { all: true },
  organizations: [organization],
  memberships: [
    {
      id: '0199aa00-0000-7000-8000-0000000000b1',
      organization_id: organization.id,
      organization_name: organization.name,
      role: 'organization',
      status: 'active',
    },
  ],
});

/** The contract's example of an answer. */
function exampleOf(pathname: string): Json | undefined {
  const parts = pathname.split('/');
  const fits = (path: string) => {
    const wanted = path.split('/');
    return wanted.length === parts.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index]);
  };
  // `/organizations/mine` also matches `/organizations/{id}` and must win.
  const [row] = rows
    .filter(({ method, path }) => method === 'GET' && fits(path))
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
  return row?.operation.responses['200']?.content?.['application/json']?.example;
}

/** The same answers, empty. */
function emptied(answer: Json): Json {
  if (Array.isArray(answer)) return [];
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      typeof value === 'number' ? 0 : key.endsWith('_cursor') ? null : typeof value === 'object' ? emptied(value) : value,
    ]),
  );
}

/** Answers wait until they are released. */
let waiting: (() => void)[];
let isOpen: boolean;
let isEmpty: boolean;

function serve(request: Request): Promise<Response> {
  const example = exampleOf(new URL(request.url).pathname);
  return new Promise((resolve) => {
    const answer = () => resolve(example === undefined ? noContent() : json(200, isEmpty ? emptied(example) : example));
    if (isOpen) answer();
    else waiting.push(answer);
  });
}

const rest = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));

/** Releases all waiting answers, and later ones at once. */
async function arrive(): Promise<void> {
  isOpen = true;
  await act(async () => {
    for (const answer of waiting.splice(0)) answer();
    await Promise.resolve();
  });
  await rest();
}

beforeAll(() => {
  session.markReady();
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => serve(new Request(input, init)));
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
});
beforeEach(async () => {
  waiting = [];
  isOpen = false;
  isEmpty = true;
  await session.signIn(user);
});
afterEach(async () => {
  cleanup();
  queryClient.clear();
  await session.clear();
});

async function open(href: string): Promise<HTMLElement> {
  const history = createMemoryHistory({ initialEntries: [href] });
  const router = createRouter({ routeTree, history, context: { queryClient, session } });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const main = await screen.findByRole('main');
  await within(main).findByRole('heading', { level: 1 });
  return main;
}

/** All controls. A skeleton has none. */
const controlsIn = (place: Element): Element[] =>
  [...place.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (element) => !element.closest('[aria-hidden="true"], [aria-busy="true"]'),
  );

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? ((element instanceof HTMLInputElement && element.labels?.[0]) || element).textContent ?? '';

it.each([
  '/dashboard',
  '/dashboard/events-overview',
  '/dashboard/events-overview?scope=discover',
  '/dashboard/events-overview?scope=past',
  '/dashboard/gallery',
  '/dashboard/generate',
  '/dashboard/feedback-support',
  '/dashboard/settings?tab=security',
  '/dashboard/settings?tab=data',
  '/organization',
  '/organization/events',
  '/organization/staff',
  '/organization/image-gallery',
  '/organization/billing',
  '/super-admin/users',
  '/super-admin/users?tab=organizations',
  '/super-admin/users?tab=tickets',
  '/super-admin/users?tab=data-requests',
  '/super-admin/event-management',
  '/super-admin/notifications',
  '/super-admin/system-logs',
  '/super-admin/billing-subscription',
  '/super-admin/billing-subscription?tab=invoices',
  '/super-admin/billing-subscription?tab=requests',
  '/super-admin/models',
  '/super-admin/permissions',
  '/super-admin/analytics',
])('no control of %s disappears when its answers arrive', async (href) => {
  const main = await open(href);
  const header = main.querySelector('header') ?? main;
  // Compares the start of the names: a count or a reason may follow.
  const names = new Map(controlsIn(main).map((element) => [element, nameOf(element)]));
  const filters = new Set([...names.keys()].filter((element) => element.closest('[data-filters]')));
  const steady = (place: Element) => controlsIn(place).map((element) => names.get(element) ?? `new: ${nameOf(element)}`);
  const inHeader = steady(header);

  const expectAllThere = () => {
    if (!main.querySelector('[data-filters]')) for (const element of filters) names.delete(element);
    const now = steady(main);
    expect(
      now.filter((name) => !name.startsWith('new: ')),
      'the same elements in the same order',
    ).toEqual([...names.values()]);
    expect(steady(header), 'in the header nothing else').toEqual(inHeader);
    for (const name of inHeader)
      expect(
        now.filter((other) => other.endsWith(name)),
        'said once',
      ).toEqual([name]);
  };
  await arrive();
  expectAllThere();

  isEmpty = false;
  await act(() => queryClient.invalidateQueries());
  await rest();
  expectAllThere();
});

it('the filter bar of the gallery preserves the chosen filter under the finger, and the focus', async () => {
  isEmpty = false;
  isOpen = true;
  await open('/event/0199aa00-0000-7000-8000-0000000000e1/gallery');
  const mine = await screen.findByRole('radio', { name: 'Mine' });
  mine.focus();
  fireEvent.click(mine);
  await rest();
  expect(await screen.findByRole('radio', { name: 'Mine', checked: true })).toBe(mine);
  expect(document.activeElement).toBe(mine);
});

it('a gallery without photos has nothing to filter or to select', async () => {
  isOpen = true;
  await open('/event/0199aa00-0000-7000-8000-0000000000e1/gallery');
  await screen.findByRole('heading', { name: /^No photos/ });
  expect(screen.queryByRole('radio', { name: 'All' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Select' })).toBeNull();
});
