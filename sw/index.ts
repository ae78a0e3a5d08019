// The service worker: which event goes where. What is done stands in the files beside.
/// <reference lib="webworker" />
import type { PrecacheEntry } from 'workbox-precaching';
import { watchDisk } from '#src/lib/disk.ts';
import { apiBaseKnown } from './api-base.ts';
import { keepHelp } from './help.ts';
import { precache } from './precache.ts';
import { handleMedia, isMedia } from './strategies.ts';
import { drainOnSync, endRun } from './sync.ts';

// The build writes the list of files in the place of this name, in this file only.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

precache(self.__WB_MANIFEST);
keepHelp();
watchDisk(null);

// A new worker waits until the person agrees or nothing is open (docs/outbox.md, Updating); once it may, it serves the open pages at once.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  // To the worker in office: while it has work at hand, the browser lets no other take over, and a run may take minutes.
  if (event.data?.type === 'STAND_DOWN') endRun();
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim());
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (isMedia(event.request)) event.respondWith(handleMedia(event));
});

self.addEventListener('sync', (event) => event.waitUntil(apiBaseKnown().then(drainOnSync)));
