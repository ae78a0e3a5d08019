// Most visits never leave the camera: the screens of an area come when it is entered, or when a link to it is about to be pressed. Which
// areas do so is said by scripts/lazy-routes-plugin.ts.
import { redirect, type AnyRoute, type AnyRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Written by the build: gives an area its routes. */
    late?: () => Promise<{ default: (area: AnyRoute) => void }>;
  }
}

/** Of what a route hands to its `beforeLoad`. */
interface BeforeLoadArgs {
  location: { href: string; pathname: string };
  matches: readonly unknown[];
}

/** Once its guard has let somebody in, an area brings its routes, and the address is matched anew. */
export function loadLazyRoutesOnEnter(router: AnyRouter): void {
  for (const route of Object.values<AnyRoute>(router.routesById)) {
    const { beforeLoad, staticData } = route.options;
    if (!staticData?.late) continue;
    route.options.beforeLoad = async (arriving: BeforeLoadArgs) => {
      const context: unknown = await beforeLoad?.(arriving);
      await loadArea(router, route);
      const { href, pathname } = arriving.location;
      // Matched before they came, it would be a page that does not exist.
      if (router.getMatchedRoutes(pathname)[0].length > arriving.matches.length) throw redirect({ href, state: true, replace: true });
      return context;
    };
  }
}

/** Brings what an address needs, before its guard is asked. */
export async function loadLazyRoutes(router: AnyRouter, pathname: string): Promise<void> {
  for (const route of router.getMatchedRoutes(pathname)[0]) await loadArea(router, route);
}

async function loadArea(router: AnyRouter, area: AnyRoute): Promise<void> {
  const late = area.options.staticData?.late;
  if (!late || area.children) return;
  const { default: attach } = await late();
  // Whoever came at the same time has done it.
  if (area.children) return;
  attach(area);
  router.setRoutes(router.buildRouteTree());
}
