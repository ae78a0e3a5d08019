/// <reference lib="webworker" />
// Caches late files (built, but not precached) once they were opened, so that they open offline. File names contain a content hash, so
// entries never become stale. Files of an older build stay while one of its pages may be open. Failures are logged, and the file comes from
// the network.
import { registerRoute } from 'workbox-routing';
import { RUNTIME_CACHE } from '#src/lib/media-cache.ts';
import { fetchAsset } from '#src/transport/fetch-asset.ts';
import { responseBytes, hasSpaceFor } from './free-space.ts';

declare const self: ServiceWorkerGlobalScope;

const FOLDER = '/assets/';
/** A hanging request must not block a new version: while a worker is working, the browser activates no other. */
const LOAD_TIMEOUT_MS = 30_000;
/** A file required by another one. */
const STATIC_IMPORT = /(?:from|import)\s*["']\.\/([^"']+)["']/g;

/** `settings-B4nGESd.js` of one build and `settings-CN16gmi.js` of the next are the same screen. */
const chunkName = (path: string): string => path.replace(/-[\w-]{7}(\.\w+)$/, '$1');

export interface RuntimeCache {
  /** Before a new build takes over: caches the new versions of the files that were opened. */
  update(): Promise<void>;
  /** A page reports its loaded files. */
  add(addresses: readonly string[]): Promise<void>;
  /** Deletes files of older builds once none of their pages is open. */
  prune(): Promise<void>;
}

/**
 * @param late this build's late files; nothing else is cached
 * @param installed this build's precached files
 */
export function registerRuntimeCache(late: ReadonlySet<string>, installed: ReadonlySet<string>): RuntimeCache {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(FOLDER),
    async ({ request, url, event }) => {
      const kept = await match(url.pathname);
      if (kept) return kept;
      const response = await fetchAsset(request);
      if (late.has(url.pathname)) event.waitUntil(logErrors(() => store(url.pathname, response.clone())));
      return response;
    },
  );

  return {
    update: () => logErrors(() => renew(late)),
    add: (addresses) =>
      logErrors(async () => {
        const loaded = addresses.map((address) => new URL(address).pathname).filter((path) => path.startsWith(FOLDER));
        const kept = await cachedPaths();
        const missing = loaded.filter((path) => late.has(path) && !kept.has(path));
        await Promise.all(missing.map(async (path) => store(path, await load(path))));
        await renew(late);
        const pages = await openPages();
        // Only if the page belongs to this build.
        if (pages === 1 && loaded.every((path) => late.has(path) || installed.has(path))) await clear(late);
      }),
    prune: () =>
      logErrors(async () => {
        if ((await openPages()) === 0) await clear(late);
      }),
  };
}

async function logErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.warn('Opened files could not be cached', error);
  }
}

const openPages = async (): Promise<number> => (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length;

const load = (path: string): Promise<Response> => fetchAsset(new Request(path, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) }));

async function match(path: string): Promise<Response | undefined> {
  try {
    return await caches.match(path, { cacheName: RUNTIME_CACHE });
  } catch (error) {
    console.warn('Cached files could not be read', error);
    return undefined;
  }
}

async function store(path: string, response: Response): Promise<void> {
  // Queued photos need the space more; and a captive portal's page is not our file.
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (!response.ok || response.redirected || isPage || !(await hasSpaceFor(responseBytes(response)))) return;
  await (await caches.open(RUNTIME_CACHE)).put(path, response);
}

async function cachedPaths(): Promise<Set<string>> {
  const requests = await (await caches.open(RUNTIME_CACHE)).keys();
  return new Set(requests.map(({ url }) => new URL(url).pathname));
}

/** Files of the same screens in this build that are not cached yet. */
function successors(kept: ReadonlySet<string>, late: ReadonlySet<string>): Set<string> {
  const outdated = new Set([...kept].filter((path) => !late.has(path)).map(chunkName));
  return new Set([...late].filter((path) => outdated.has(chunkName(path)) && !kept.has(path)));
}

async function renew(late: ReadonlySet<string>): Promise<void> {
  const kept = await cachedPaths();
  const wanted = successors(kept, late);
  // Files that all of them need and no earlier build had.
  if (wanted.size > 0) for (const path of late) if (path.endsWith('.css') && !kept.has(path)) wanted.add(path);
  // Grows during the iteration.
  for (const path of wanted) {
    const response = await load(path);
    await store(path, response.clone());
    if (!path.endsWith('.js')) continue;
    for (const [, name] of (await response.text()).matchAll(STATIC_IMPORT)) {
      const needed = `${FOLDER}${name}`;
      if (late.has(needed) && !kept.has(needed)) wanted.add(needed);
    }
  }
}

/** Files without a new version remain: they record which pages were opened. */
async function clear(late: ReadonlySet<string>): Promise<void> {
  const kept = await cachedPaths();
  const awaited = new Set([...successors(kept, late)].map(chunkName));
  const cache = await caches.open(RUNTIME_CACHE);
  const gone = [...kept].filter((path) => !late.has(path) && !awaited.has(chunkName(path)));
  await Promise.all(gone.map((path) => cache.delete(path)));
}
