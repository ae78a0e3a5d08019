/// <reference lib="webworker" />
// Thumbnails and previews: served at once from the account's own cache and revalidated in the background (`private, no-cache` with an
// ETag), through the shared transport, which renews expired access tokens.
import { mediaCacheName } from '#src/lib/media-cache.ts';
import { apiOrigin } from '#src/transport/api-base.ts';
import { send } from '#src/transport/fetch.ts';
import { isProblem, NetworkError, parseRetryAfter } from '#src/transport/problem.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { ensureApiBase } from './api-base.ts';
import { responseBytes, hasSpaceFor } from './free-space.ts';

/** Image paths as static routes: each * is one segment. */
const MEDIA_ROUTES = ['event/*/photos/*/thumb', 'event/*/photos/*/preview', 'generated-images/*/thumb', 'generated-images/*/preview'];
const MEDIA = new RegExp(`^/api/v1/(${MEDIA_ROUTES.join('|').replaceAll('*', '[^/]+')})$`);
/**
 * Images are immutable, except when a release renders all of them again, and deleted photos disappear from every list. So a recently
 * revalidated image is not checked again: hundreds of scrolling phones would send nothing else.
 */
const FRESH_MS = 24 * 3600_000;
/** Attempts while the server is busy, and the longest pause worth waiting for. */
const MAX_TRIES = 3;
const MAX_PAUSE_S = 10;
/** Per account; the oldest entries are evicted. About 60 MB of thumbnails and 120 MB of previews. */
const MAX_ENTRIES = { thumb: 2500, preview: 250 } as const;
const TRIM_EVERY = 50;

type Variant = keyof typeof MAX_ENTRIES;

const checkedAt = new Map<string, number>();
let stored = 0;

export const isMedia = (request: Request) => request.method === 'GET' && MEDIA.test(new URL(request.url).pathname);

/**
 * Routes API calls past the worker where the browser supports it. Otherwise a `keepalive` call is lost if its page closes before the worker
 * wakes (3 of 100 in Chromium 156), and all calls wait for a sleeping worker.
 */
export async function addStaticRoutes(event: ExtendableEvent): Promise<void> {
  try {
    await event.addRoutes?.([
      { condition: { or: MEDIA_ROUTES.map((path) => anyHost(`/api/v1/${path}`)) }, source: 'fetch-event' },
      { condition: anyHost('/api/*'), source: 'network' },
    ]);
  } catch (error) {
    console.warn('Static routes could not be added', error);
  }
}

/** The API may have another origin than the app. */
const anyHost = (pathname: string): RouterCondition => ({ urlPattern: { protocol: '*', pathname } });

const variantOf = (url: string): Variant => (new URL(url).pathname.endsWith('/thumb') ? 'thumb' : 'preview');

/** Never rejects: browsers report that as a worker error, and some never retry the image. */
export async function handleMedia(event: FetchEvent): Promise<Response> {
  try {
    return await answerMedia(event);
  } catch (error) {
    if (!(error instanceof NetworkError)) console.warn('An image could not be loaded', error);
    return Response.error();
  }
}

async function answerMedia(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  await ensureApiBase();
  // Only the server has such addresses, and only the server gets the cookies.
  if (new URL(url).origin !== apiOrigin()) return Response.error();
  const account = await snapshotAccount();
  if (account === undefined) return send(new Request(url));
  const cacheName = mediaCacheName(account, variantOf(url));
  const seen = await matchCache(cacheName, url);
  if (!seen) return fetchAndCache(event, cacheName, url, null);
  // The absolute difference: a clock that was set back must not make an image fresh for years.
  if (Math.abs(Date.now() - lastChecked(url, seen)) > FRESH_MS) {
    // Offline is expected here: show the cached image.
    event.waitUntil(fetchAndCache(event, cacheName, url, seen.headers.get('etag')).then(noop, noop));
  }
  return seen;
}

const noop = () => undefined;

/** Header of a cached image: time of the response (device clock). */
const ANSWERED_AT = 'x-answered-at';

/** Revalidated by this worker, or else the time of caching. */
const lastChecked = (url: string, { headers }: Response): number => checkedAt.get(url) ?? Number(headers.get(ANSWERED_AT));

/** Also undefined if the session cannot be read: then images are loaded but not cached. */
async function snapshotAccount(): Promise<string | undefined> {
  try {
    return (await readSessionValue('snapshot'))?.user.id;
  } catch (error) {
    console.warn('The account of an image could not be read', error);
    return undefined;
  }
}

async function matchCache(cacheName: string, url: string): Promise<Response | undefined> {
  try {
    return await caches.match(url, { cacheName });
  } catch (error) {
    console.warn('Cached images could not be read', error);
    return undefined;
  }
}

/** Caching does not delay the response: the image is shown in any case. */
async function fetchAndCache(event: FetchEvent, cacheName: string, url: string, etag: string | null): Promise<Response> {
  const response = await sendWithRetry(() => new Request(url, { headers: etag === null ? {} : { 'If-None-Match': etag } }));
  if (response.ok || response.status === 304) checkedAt.set(url, Date.now());
  // A captive portal's page is not an image, and its refusal is not the server's.
  if (response.ok && (response.headers.get('content-type') ?? '').startsWith('image/') && !isProofElsewhere(url, response)) {
    const copy = response.clone();
    event.waitUntil(logErrors(() => store(cacheName, url, copy)));
  } else if (isProblem(response) && (response.status === 403 || response.status === 404 || response.status === 410)) {
    // Deleted, or no longer visible to this account.
    event.waitUntil(logErrors(async () => (await caches.open(cacheName)).delete(url)));
  }
  return response;
}

/** A picture of a proof under another address than its own, such as that of a cover: it would stay there after the original has arrived. */
const isProofElsewhere = (url: string, { headers }: Response): boolean =>
  (headers.get('etag') ?? '').endsWith('-proof"') && !new URL(url).searchParams.get('mark')?.startsWith('proof');

/** Sends a request, and retries after the pause that a busy server asks for, with jitter. */
async function sendWithRetry(request: () => Request): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await send(request());
    const seconds = parseRetryAfter(response.headers) ?? Infinity;
    if (response.status !== 503 || !isProblem(response) || seconds > MAX_PAUSE_S || tries === MAX_TRIES) return response;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random())));
  }
}

async function logErrors(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.warn('The image cache could not be updated', error);
  }
}

async function store(cacheName: string, url: string, response: Response): Promise<void> {
  // Queued photos need the space more.
  if (!(await hasSpaceFor(responseBytes(response)))) return;
  const cache = await caches.open(cacheName);
  // The date would be outdated when served from the cache, and pages set their clock offset by it.
  const headers = new Headers(response.headers);
  headers.delete('date');
  headers.set(ANSWERED_AT, String(Date.now()));
  await cache.put(url, new Response(response.body, { headers }));
  stored += 1;
  if (stored % TRIM_EVERY !== 0) return;
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, Math.max(0, requests.length - MAX_ENTRIES[variantOf(url)])).map((request) => cache.delete(request)));
}
