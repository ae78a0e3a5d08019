import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { JoinActions } from './join-screen.tsx';
import type { JoinPreview } from './join-state.ts';

afterEach(cleanup);

async function draw(followsPhoto: boolean): Promise<string> {
  const preview = { join_identity: 'account', takes_photos: true, shows_photos: 'all' } as JoinPreview;
  const ignore = () => undefined;
  const actions = { preview, followsPhoto, backTo: { redirect: '/' }, joining: false, onJoin: ignore, onJoinAsGuest: ignore };
  const root = createRootRoute({ component: () => <JoinActions who="ana@example.test" {...actions} /> });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button');
  return `${screen.getByText(/^(Take|Someone)/).textContent} [${button.textContent}]`;
}

it('mentions the shared photo and opens it after joining', async () => {
  expect(await draw(true)).toBe('Someone shared a photo from this event with you. Join to see it. [Join and see the photo]');
});

it('does not mention a photo without a shared link', async () => {
  expect(await draw(false)).toBe('Take photos and see everyone else’s. [Join and open the camera]');
});

it.each([
  ['photographer', 'You’re invited as a photographer.'],
  ['viewer', 'You’re invited to view the gallery.'],
] as const)('says to a %s what the invitation is for, and suggests an account first', async (role, sentence) => {
  const preview = { join_identity: 'name', takes_photos: true, shows_photos: 'all', is_personal: true, role } as JoinPreview;
  const ignore = () => undefined;
  const actions = { preview, followsPhoto: false, backTo: { redirect: '/' }, joining: false, onJoin: ignore, onJoinAsGuest: ignore };
  const root = createRootRoute({ component: () => <JoinActions who={null} {...actions} /> });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Create an account', 'Log in']);
  expect(screen.queryByRole('button', { name: 'Continue as guest' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Continue without an account' }));
  expect(await screen.findByRole('button', { name: 'Continue as guest' })).toBeTruthy();
});
