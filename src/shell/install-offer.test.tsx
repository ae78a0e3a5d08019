import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InstallOffer } from './install-offer.tsx';
import { listenForInstallOffer } from './install-prompt.ts';

Object.assign(window, { matchMedia: () => ({ matches: false }) });

const offer = () => screen.queryByRole('region', { name: 'Install the app' });

test('an offer that arrives while a screen is open moves nothing: it appears from the next screen on', async () => {
  const root = createRootRoute({
    component: () => (
      <>
        <InstallOffer />
        <Outlet />
      </>
    ),
  });
  const pages = (['/', '/events'] as const).map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => <h1>{path}</h1> }),
  );
  const router = createRouter({ routeTree: root.addChildren(pages), history: createMemoryHistory() });
  listenForInstallOffer();
  render(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { name: '/' });

  act(() => void window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  expect(offer()).toBeNull();

  await act(() => router.navigate({ to: '/events' as never }));
  await screen.findByRole('heading', { name: '/events' });
  expect(offer()).not.toBeNull();
});
