/// <reference lib="webworker" />
// Late files: what is built and not installed with the app. What of it was opened once is kept, so that it opens again without a connection.
// Files are named after what is in them, so what is kept is never out of date. Those of an older build stay for as long as a page of it may
// be open. All of it is for later: what fails here is told to the console, and the file comes from the network.
import { registerRoute } from 'workbox-routing';
import { RUNTIME_CACHE } from '#src/lib/media-cache.ts';
import { fetchAsset } from '#src/transport/fetch.ts';
import { responseBytes, hasSpaceFor } from './free-space.ts';

declare const self: ServiceWorkerGlobalScope;

const FOLDER = '/assets/';
/** A line that hangs must hold no new version up: while a worker has work at hand, no other takes over. */
const LOAD_TIMEOUT_MS = 30_000;
/** A file that another one cannot run without. */
const STATIC_IMPORT = /(?:from|import)\s*["']\.\/([^"']+)["']/g;

/** `settings-B4nGESd.js` of one build and `settings-CN16gmi.js` of the next are the same screen. */
const chunkName = (path: string): string => path.replace(/-[\w-]{7}(\.\w+)$/, '$1');

export interface RuntimeCache {
  /** Before a new build takes over: what was opened of the one before is there in its new form, too. */
  update(): Promise<void>;
  /** A page says what it has loaded. */
  add(addresses: readonly string[]): Promise<void>;
  /** Takes out what belongs to an older build, once no page of it is open. */
  prune(): Promise<void>;
}

/**
 * @param late the addresses of this build's late files: nothing else is kept, so there are never more
 * @param installed those of its other files
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
        // The one that says so, and it is of this build.
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
    console.warn('What was opened is not kept for later', error);
  }
}

const openPages = async (): Promise<number> => (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length;

const load = (path: string): Promise<Response> => fetchAsset(new Request(path, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) }));

async function match(path: string): Promise<Response | undefined> {
  try {
    return await caches.match(path, { cacheName: RUNTIME_CACHE });
  } catch (error) {
    console.warn('What was opened cannot be read', error);
    return undefined;
  }
}

async function store(path: string, response: Response): Promise<void> {
  // Photos that wait need the room more; and a portal's page is no file of ours.
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (!response.ok || response.redirected || isPage || !(await hasSpaceFor(responseBytes(response)))) return;
  await (await caches.open(RUNTIME_CACHE)).put(path, response);
}

async function cachedPaths(): Promise<Set<string>> {
  const requests = await (await caches.open(RUNTIME_CACHE)).keys();
  return new Set(requests.map(({ url }) => new URL(url).pathname));
}

/** Files of the same screens in this build that are not there yet. */
function successors(kept: ReadonlySet<string>, late: ReadonlySet<string>): Set<string> {
  const outdated = new Set([...kept].filter((path) => !late.has(path)).map(chunkName));
  return new Set([...late].filter((path) => outdated.has(chunkName(path)) && !kept.has(path)));
}

async function renew(late: ReadonlySet<string>): Promise<void> {
  const kept = await cachedPaths();
  const wanted = successors(kept, late);
  // What all of them need, and no build before had.
  if (wanted.size > 0) for (const path of late) if (path.endsWith('.css') && !kept.has(path)) wanted.add(path);
  // Grows while it is gone through.
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

/** What has no successor yet stays: it says what was opened. */
async function clear(late: ReadonlySet<string>): Promise<void> {
  const kept = await cachedPaths();
  const awaited = new Set([...successors(kept, late)].map(chunkName));
  const cache = await caches.open(RUNTIME_CACHE);
  const gone = [...kept].filter((path) => !late.has(path) && !awaited.has(chunkName(path)));
  await Promise.all(gone.map((path) => cache.delete(path)));
}
