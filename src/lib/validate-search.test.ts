import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { validateSearch } from './validate-search.ts';

const parse = ({ tab, q }: Record<string, unknown>): { tab?: 'people'; q?: string } => ({
  ...(tab === 'people' && { tab }),
  ...(typeof q === 'string' && { q }),
});

/** What a route is given of this URL. */
function searchAt(href: string): object {
  const rootRoute = createRootRoute();
  const route = createRoute({ getParentRoute: () => rootRoute, path: '/', validateSearch: validateSearch(['tab', 'q'], parse) });
  const router = createRouter({ routeTree: rootRoute.addChildren([route]), history: createMemoryHistory({ initialEntries: [href] }) });
  return { ...router.matchRoutes(router.latestLocation).at(-1)!.search };
}

describe('the search of a URL', () => {
  it('is what the route makes of it', () => {
    expect(searchAt('/?tab=people&q=ann')).toMatchObject({ tab: 'people', q: 'ann' });
  });

  it('loses what the route does not take', () => {
    expect(searchAt('/?tab=nonsense&q=7')).toEqual({ tab: undefined, q: undefined });
  });
});
