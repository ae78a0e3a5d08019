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
import { isShare, receiveShare } from './share-target.ts';
import { addStaticRoutes, handleMedia, isMedia } from './strategies.ts';
import { drainOnSync, endRun } from './sync.ts';

// The build replaces these names in this file only, with lists of the precached and the late files.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[]; LATE_FILES?: string[] };

const installed = self.__WB_MANIFEST;
precache(installed);
const runtimeCache = registerRuntimeCache(
  // Development has no build.
  new Set(self.LATE_FILES ?? []),
  new Set(installed.map((entry) => `/${typeof entry === 'string' ? entry : entry.url}`)),
);
watchDisk(null);

// A new worker waits until the user agrees or no page is open (docs/outbox.md, Updates); then it takes over open pages at once.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  // To the active worker: while it is working, the browser activates no other, and a run may take minutes.
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
  if (isShare(event.request)) event.respondWith(receiveShare(event.request));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text())));

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)));

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));

self.addEventListener('sync', (event) => event.waitUntil(ensureApiBase().then(drainOnSync)));

/** Precaches the app shell and the capture and gallery routes for offline use. Every navigation starts from the shell. */
function precache(manifest: (PrecacheEntry | string)[]): void {
  // Without space the installation fails and the previous version stays.
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
