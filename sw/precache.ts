/// <reference lib="webworker" />
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { responseBytes, hasSpaceFor } from './free-space.ts';

/** The app's shell, the capture and the gallery routes are kept for offline; a navigation to any screen starts from the shell. */
export function precache(manifest: (PrecacheEntry | string)[]): void {
  // Without room the installation fails, and the version before stays.
  addPlugins([
    { cacheWillUpdate: async ({ response }) => (response.ok && (await hasSpaceFor(responseBytes(response))) ? response : null) },
  ]);
  precacheAndRoute(manifest);
  cleanupOutdatedCaches();
  // The development server serves pages itself: there is no built shell.
  if (import.meta.env.DEV) return;
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), {
      denylist: [/^\/api\//, /^\/organization_settings\//, /^\/(health|ready)z$/],
    }),
  );
}
