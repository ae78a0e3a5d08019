/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The app's shell, the capture and the gallery routes are kept for offline; a navigation to any screen starts from the shell. */
export function precache(manifest: (PrecacheEntry | string)[]): void {
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
