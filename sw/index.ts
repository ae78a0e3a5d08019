// The service worker's precache and event wiring. The handlers are in the files next to it.
/// <reference lib="webworker" />
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { watchDisk } from '#src/lib/disk.ts';
import type { LoadedFilesMessage } from '#src/lib/media-cache.ts';
import { ensureApiBase } from './api-base.ts';
import { hasSpaceFor, responseBytes } from './free-space.ts';
import { openNotification, renewSubscription, showPush } from './push.ts';
import { registerRuntimeCache } from './runtime-cache.ts';
import { addStaticRoutes, handleMedia, isMedia } from './strategies.ts';
import { drainOnSync, endRun } from './sync.ts';

// The build writes lists of its files in the place of these names, in this file only: what is installed, and what is not.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[]; LATE_FILES?: string[] };

const installed = self.__WB_MANIFEST;
precache(installed);
const runtimeCache = registerRuntimeCache(
  // In development nothing is built.
  new Set(self.LATE_FILES ?? []),
  new Set(installed.map((entry) => `/${typeof entry === 'string' ? entry : entry.url}`)),
);
watchDisk(null);

// A new worker waits until the person agrees or nothing is open (docs/outbox.md, Updating); once it may, it serves the open pages at once.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  // To the worker in office: while it has work at hand, the browser lets no other take over, and a run may take minutes.
  if (event.data?.type === 'STAND_DOWN') endRun();
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim());
  if (isLoadedFilesMessage(event.data)) event.waitUntil(runtimeCache.add(event.data.files));
});

const isLoadedFilesMessage = (data: Partial<LoadedFilesMessage> | null): data is LoadedFilesMessage =>
  data?.type === 'LOADED' && Array.isArray(data.files);

self.addEventListener('install', (event) => event.waitUntil(Promise.all([runtimeCache.update(), addStaticRoutes(event)])));

self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), runtimeCache.prune()])));

self.addEventListener('fetch', (event) => {
  if (isMedia(event.request)) event.respondWith(handleMedia(event));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text())));

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)));

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));

self.addEventListener('sync', (event) => event.waitUntil(ensureApiBase().then(drainOnSync)));

/** The app's shell, the capture and the gallery routes are kept for offline; a navigation to any screen starts from the shell. */
function precache(manifest: (PrecacheEntry | string)[]): void {
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
