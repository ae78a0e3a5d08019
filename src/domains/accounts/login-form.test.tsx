import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { withDb } from '#src/outbox/db.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { buildQueuedPhoto } from '#tests/support/factories/api.ts';
import { LoginForm } from './login-form.tsx';

vi.mock('#src/session/sign-in.ts', () => ({ login: () => Promise.reject(new NetworkError('unreachable')) }));

afterEach(async () => {
  cleanup();
  await withDb((db) => db.clear('photos'));
});

function show() {
  const routeTree = createRootRoute({ component: () => <LoginForm email="mia@example.org" onDone={() => undefined} /> });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  );
}

async function logIn() {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'a password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  return (await screen.findByRole('alert')).textContent;
}

it('explains how to retry if no photos are waiting', async () => {
  show();
  expect(await logIn()).toBe('You couldn’t log inCan’t reach the server. Check your connection, then try again.');
});

it('shows a note above the form if photos are waiting, and adds that they are safe if the server is unreachable', async () => {
  await withDb((db) => db.put('photos', buildQueuedPhoto({ accountEmail: 'ana@example.org' })));
  show();
  const note = await screen.findByText(/1 photo is waiting on this computer for/);
  const isAbove = note.compareDocumentPosition(await screen.findByLabelText('Email')) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isAbove).toBeTruthy();
  expect(await logIn()).toBe(
    'You couldn’t log inCan’t reach the server. Check your connection, then try again. Photos waiting on this computer are safe.',
  );
});
