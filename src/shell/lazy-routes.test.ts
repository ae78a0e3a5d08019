import { createMemoryHistory, createRootRoute, createRoute, createRouter, redirect, type AnyRoute } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { loadLazyRoutesOnEnter, loadLazyRoutes } from './lazy-routes.ts';

/** A start page, and an area with a list and a page for each of its items; `late` records requests for its routes. */
function appAt(address: string, guard: () => void = () => undefined) {
  const root = createRootRoute();
  const start = createRoute({ getParentRoute: () => root, path: '/' });
  const late = vi.fn(async () => ({
    default: (area: AnyRoute) => {
      area.addChildren([
        createRoute({ getParentRoute: () => area, path: '/' }),
        createRoute({
          getParentRoute: () => area,
          path: '/items/$id',
          validateSearch: ({ tab }: Record<string, unknown>) => ({ tab: typeof tab === 'string' ? tab : undefined }),
          loader: ({ params }) => `item ${(params as { id: string }).id}`,
        }),
      ]);
    },
  }));
  const area = createRoute({
    getParentRoute: () => root,
    path: '/area',
    beforeLoad: guard,
    staticData: { late },
    notFoundComponent: () => null,
  });
  const router = createRouter({ routeTree: root.addChildren([start, area]), history: createMemoryHistory({ initialEntries: [address] }) });
  loadLazyRoutesOnEnter(router);
  const here = () => router.state.matches.map(({ routeId }) => routeId as string);
  return { router, late, here };
}

test('an address in an area loads its routes, and preserves its parameters', async () => {
  const { router, late, here } = appAt('/area/items/7?tab=photos#end');
  await router.load();
  expect(here()).toEqual(['__root__', '/area', '/area/items/$id']);
  expect(router.state.location.href).toBe('/area/items/7?tab=photos#end');
  expect(router.state.matches.at(-1)).toMatchObject({ loaderData: 'item 7', search: { tab: 'photos' }, status: 'success' });
  expect(late).toHaveBeenCalledTimes(1);
});

test('no routes are loaded elsewhere; a link into the area loads them once', async () => {
  const { router, late, here } = appAt('/');
  await router.load();
  expect(late).not.toHaveBeenCalled();
  await router.navigate({ to: '/area' as '/', state: { from: 'here' } as object });
  expect(here()).toEqual(['__root__', '/area', '/area/']);
  expect(router.state.location.state).toMatchObject({ from: 'here' });
  await router.navigate({ to: '/area/items/8' as '/' });
  expect(here().at(-1)).toBe('/area/items/$id');
  expect(late).toHaveBeenCalledTimes(1);
});

test('routes that load before the guard runs are matched again as well', async () => {
  const { router, late, here } = appAt('/area/items/9');
  await Promise.all([router.load(), loadLazyRoutes(router, '/area/items/9')]);
  expect(here().at(-1)).toBe('/area/items/$id');
  expect(late.mock.calls.length).toBeLessThanOrEqual(2);
});

test('routes are not loaded when the guard redirects', async () => {
  const { router, late, here } = appAt('/area/items/7', () => {
    throw redirect({ to: '/' });
  });
  await router.load();
  expect(here()).toEqual(['__root__', '/']);
  expect(late).not.toHaveBeenCalled();
});

test('an unknown address in the area is not found, once its routes are loaded', async () => {
  const { router, late } = appAt('/area/nothing');
  await router.load();
  expect(router.state.matches.some(({ status, _notFound }) => status === 'notFound' || _notFound === true)).toBe(true);
  expect(late).toHaveBeenCalledTimes(1);
});

test('routes that fail to load are the area’s failure, and requested again', async () => {
  const { router, late, here } = appAt('/area/items/7');
  late.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await router.load();
  expect(router.state.matches.at(-1)).toMatchObject({ routeId: '/area', status: 'error' });
  await router.invalidate();
  expect(here().at(-1)).toBe('/area/items/$id');
});
