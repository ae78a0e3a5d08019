// Most visits never leave the camera: the screens of an area load when it is entered, or when a link to it is about to be pressed.
// scripts/lazy-routes-plugin.ts selects these areas.
import { redirect, type AnyRoute, type AnyRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Written by the build: attaches an area's routes. */
    late?: () => Promise<{ default: (area: AnyRoute) => void }>;
  }
}

/** A part of the arguments of a route's `beforeLoad`. */
interface BeforeLoadArgs {
  location: { href: string; pathname: string };
  matches: readonly unknown[];
}

/** After its guard passes, an area loads its routes, and the address is matched again. */
export function loadLazyRoutesOnEnter(router: AnyRouter): void {
  for (const route of Object.values<AnyRoute>(router.routesById)) {
    const { beforeLoad, staticData } = route.options;
    if (!staticData?.late) continue;
    route.options.beforeLoad = async (arriving: BeforeLoadArgs) => {
      const context: unknown = await beforeLoad?.(arriving);
      await loadArea(router, route);
      const { href, pathname } = arriving.location;
      // The address was matched before the routes loaded, as not found.
      if (router.getMatchedRoutes(pathname)[0].length > arriving.matches.length) throw redirect({ href, state: true, replace: true });
      return context;
    };
  }
}

/** Loads the routes of an address before its guard runs. */
export async function loadLazyRoutes(router: AnyRouter, pathname: string): Promise<void> {
  for (const route of router.getMatchedRoutes(pathname)[0]) await loadArea(router, route);
}

async function loadArea(router: AnyRouter, area: AnyRoute): Promise<void> {
  const late = area.options.staticData?.late;
  if (!late || area.children) return;
  const { default: attach } = await late();
  // A concurrent navigation has already attached them.
  if (area.children) return;
  attach(area);
  router.setRoutes(router.buildRouteTree());
}
