/// <reference lib="webworker" />
// Tutorials are not installed with the app: what of them was opened once is kept, so that it opens again without a connection.
// Their files are named after what is in them, so what is kept is never out of date; the page takes out what it needs no more.
import { registerRoute } from 'workbox-routing';
import { HELP_CACHE } from '#src/lib/help-cache.ts';
import { fetchFile } from '#src/transport/fetch.ts';

const FILE = /^\/assets\/help-[\w-]+\.(js|webp)$/;

export function keepHelp(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && FILE.test(url.pathname),
    async ({ request, event }) => {
      const cache = await caches.open(HELP_CACHE);
      const kept = await cache.match(request.url);
      if (kept) return kept;
      const response = await fetchFile(request);
      // Photos that wait need the room more: without it nothing is kept.
      if (response.ok && response.type === 'basic')
        event.waitUntil(cache.put(request.url, response.clone()).catch((error: unknown) => console.warn('Not kept', error)));
      return response;
    },
  );
}
