import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
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
