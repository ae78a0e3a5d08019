// What is opened here once opens again without a connection, though the worker does not install it: the page puts its own file into the cache
// that the worker looks into, and takes out what belongs to a version before. Pictures come in as they are seen.
import { HELP_CACHE } from '#src/lib/help-cache.ts';

export async function keepForOffline(pictures: readonly string[]): Promise<void> {
  if (!import.meta.env.PROD || !('caches' in globalThis) || !navigator.serviceWorker) return;
  const own = import.meta.url;
  const current = new Set([own, ...pictures.map((address) => new URL(address, own).href)]);
  try {
    const cache = await caches.open(HELP_CACHE);
    const kept = await cache.keys();
    await Promise.all(kept.filter(({ url }) => !current.has(url)).map((request) => cache.delete(request)));
    if (!(await cache.match(own))) await cache.add(own);
  } catch (error) {
    // No room, or no connection any more: it is read from the network next time.
    console.warn('The tutorials could not be kept for later', error);
  }
}
