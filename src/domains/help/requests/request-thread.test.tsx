import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { problem } from '#tests/support/outbox-server.ts';
import { RequestThread } from './request-thread.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(status: number) {
  vi.stubGlobal('fetch', () => Promise.resolve(problem(status, 'not_found')));
  const root = createRootRoute({ component: () => <RequestThread account="ana" id="nonsense" /> });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  );
}

it.each([404, 400, 422])('shows a not-found page with a link back on status %i', async (status) => {
  await open(status);
  await screen.findByRole('heading', { name: 'Request not found' });
  const back = screen.getByRole('link', { name: 'Go to Help & Support' });
  expect(back.getAttribute('href')).toBe('/dashboard/feedback-support');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('offers a retry after other errors', async () => {
  await open(500);
  await screen.findByRole('heading', { name: 'Couldn’t load this request' });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
