// Restyling one photo of an event: whose credits it uses, and which gallery the result is in.
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#src/session/store.ts';
import { buildEvent, buildModel, buildOrganization, buildUser } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';
import RestylePhoto from './restyle-photo.tsx';

const submitted = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('#src/domains/generation/requests.ts', () => ({
  submitRequest: submitted,
  useRequestProgress: () => ({ state: 'waiting' }),
}));

const filters = buildModel(
  { id: 'builtin:restyle', name: 'Photo filters', task: 'image-to-image', is_ai: false, credits: 1 },
  { source: 'required', prompt: 'none', strength: true, styles: [{ id: 'pencil', name: 'Pencil' }] },
);
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  submitted.mockClear();
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${pathname}${search}`);
    if (pathname.endsWith('/generation-models')) return json(200, { items: [filters] });
    return json(404, {});
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await session.clear();
});

async function show(relation: 'organization' | 'participant', status: 'active' | 'suspended' = 'active') {
  await session.signIn(buildUser({ organizations: [buildOrganization({ id: 'o1', name: 'Aurora Events', status })] }));
  const event = buildEvent({ id: 'e1', organization_id: 'o1', relation });
  const component = () => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RestylePhoto
        sender={{ account: 'ana', accountEmail: 'ana@example.com' }}
        event={event}
        canSend
        photoId="p1"
        onClose={() => undefined}
      />
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  render(<RouterProvider router={router} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Pencil' }));
}

const body = () => submitted.mock.lastCall?.at(0) as { body: { organization_id: string | null } } | undefined;

it('as staff uses the organization’s credits, and says so on the button', async () => {
  await show('organization');
  await userEvent.click(await screen.findByRole('button', { name: 'Create (1 credit of Aurora Events)' }));
  expect(body()?.body.organization_id).toBe('o1');
  expect(asked.filter((line) => line.includes('/generation-models')).every((line) => line.includes('o1'))).toBe(true);
  expect(screen.getByText(/The result appears in the organization’s image gallery/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All options' }).getAttribute('href')).toContain('/organization/generate-image?');
});

it('as staff offers one’s own', async () => {
  await show('organization');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Credits and gallery' }), 'Mine');
  await userEvent.click(await screen.findByRole('button', { name: 'Create (1 credit of mine)' }));
  expect(body()?.body.organization_id).toBeNull();
  expect(screen.getByText(/The result appears in your gallery/)).toBeTruthy();
});

it.each([
  ['as a guest', 'participant', 'active'],
  ['as staff of a suspended organization', 'organization', 'suspended'],
] as const)('%s uses one’s own, without a question', async (_who, relation, status) => {
  await show(relation, status);
  expect(screen.queryByRole('combobox')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Create (1 credit)' }));
  expect(body()?.body.organization_id).toBeNull();
});
