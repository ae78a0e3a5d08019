// The service worker: which event goes where. What is done stands in the files beside.
/// <reference lib="webworker" />
import type { PrecacheEntry } from 'workbox-precaching';
import { watchDisk } from '#src/lib/disk.ts';
import type { LoadedFilesMessage } from '#src/lib/runtime-cache.ts';
import { ensureApiBase } from './api-base.ts';
import { precache } from './precache.ts';
import { openNotification, renewSubscription, showPush } from './push.ts';
import { registerRuntimeCache } from './runtime-cache.ts';
import { handleMedia, isMedia, addStaticRoutes } from './strategies.ts';
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
