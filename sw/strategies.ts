/// <reference lib="webworker" />
// Thumbs and previews: at once from the account's own cache where they were seen before, checked against the server behind the scenes
// (they are `private, no-cache` with an ETag), through the same transport as every call, so that an expired access token is renewed.
import { mediaCacheName } from '#src/lib/media-cache.ts';
import { apiOrigin } from '#src/transport/api-base.ts';
import { send } from '#src/transport/fetch.ts';
import { isProblem, NetworkError, parseRetryAfter } from '#src/transport/problem.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { ensureApiBase } from './api-base.ts';
import { responseBytes, hasSpaceFor } from './free-space.ts';

/** Pictures, in the words of static routes: each * is one part of the path. */
const MEDIA_ROUTES = ['event/*/photos/*/thumb', 'event/*/photos/*/preview', 'generated-images/*/thumb', 'generated-images/*/preview'];
const MEDIA = new RegExp(`^/api/v1/(${MEDIA_ROUTES.join('|').replaceAll('*', '[^/]+')})$`);
/**
 * A picture never changes under its address, unless a release makes all of them anew, and a photo that is taken down leaves every list. So a
 * picture that was checked this recently is not checked again: hundreds of phones that scroll would ask for nothing else.
 */
const FRESH_MS = 24 * 3600_000;
/** How often a picture is asked for while the server is busy, and the longest pause that is worth waiting for. */
const MAX_TRIES = 3;
const MAX_PAUSE_S = 10;
/** Of one account; the oldest go first. About 60 MB of thumbs and 120 MB of previews. */
const MAX_ENTRIES = { thumb: 2500, preview: 250 } as const;
const TRIM_EVERY = 50;

type Variant = keyof typeof MAX_ENTRIES;

const checkedAt = new Map<string, number>();
let stored = 0;

export const isMedia = (request: Request) => request.method === 'GET' && MEDIA.test(new URL(request.url).pathname);

/**
 * Calls go past the worker where the browser can be told so. Otherwise one that outlives its page is lost where the worker sleeps and the page
 * is gone before it woke (3 of 100 in Chromium 156), and every call of a page whose worker sleeps waits for it.
 */
export async function addStaticRoutes(event: ExtendableEvent): Promise<void> {
  try {
    await event.addRoutes?.([
      { condition: { or: MEDIA_ROUTES.map((path) => anyHost(`/api/v1/${path}`)) }, source: 'fetch-event' },
      { condition: anyHost('/api/*'), source: 'network' },
    ]);
  } catch (error) {
    console.warn('All calls go through the worker', error);
  }
}

/** The API may be at another address than the app. */
const anyHost = (pathname: string): RouterCondition => ({ urlPattern: { protocol: '*', pathname } });

const variantOf = (url: string): Variant => (new URL(url).pathname.endsWith('/thumb') ? 'thumb' : 'preview');

/** Never rejects: browsers report that as a fault of the worker, and some leave the picture out for good. */
export async function handleMedia(event: FetchEvent): Promise<Response> {
  try {
    return await answerMedia(event);
  } catch (error) {
    if (!(error instanceof NetworkError)) console.warn('A picture could not be loaded', error);
    return Response.error();
  }
}

async function answerMedia(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  await ensureApiBase();
  // Nobody else has such addresses, and nobody else is sent our cookies.
  if (new URL(url).origin !== apiOrigin()) return Response.error();
  const account = await snapshotAccount();
  if (account === undefined) return send(new Request(url));
  const cacheName = mediaCacheName(account, variantOf(url));
  const seen = await matchCache(cacheName, url);
  if (!seen) return fetchAndCache(event, cacheName, url, null);
  // The distance: a clock that was set back must not make a picture fresh for years.
  if (Math.abs(Date.now() - lastChecked(url, seen)) > FRESH_MS) {
    // Not reaching the server is no news here: what was seen is shown.
    event.waitUntil(fetchAndCache(event, cacheName, url, seen.headers.get('etag')).then(noop, noop));
  }
  return seen;
}

const noop = () => undefined;

/** Header of a cached picture: when it was answered, by this device's clock. */
const ANSWERED_AT = 'x-answered-at';

/** By this worker, or else when the picture was cached. */
const lastChecked = (url: string, { headers }: Response): number => checkedAt.get(url) ?? Number(headers.get(ANSWERED_AT));

/** Undefined as well where the session cannot be read: then pictures are loaded, and not kept. */
async function snapshotAccount(): Promise<string | undefined> {
  try {
    return (await readSessionValue('snapshot'))?.user.id;
  } catch (error) {
    console.warn('Whose pictures these are cannot be read', error);
    return undefined;
  }
}

async function matchCache(cacheName: string, url: string): Promise<Response | undefined> {
  try {
    return await caches.match(url, { cacheName });
  } catch (error) {
    console.warn('Pictures that are kept cannot be read', error);
    return undefined;
  }
}

/** The answer waits for the server alone: a picture is shown whether it can be kept or not. */
async function fetchAndCache(event: FetchEvent, cacheName: string, url: string, etag: string | null): Promise<Response> {
  const response = await sendWithRetry(() => new Request(url, { headers: etag === null ? {} : { 'If-None-Match': etag } }));
  if (response.ok || response.status === 304) checkedAt.set(url, Date.now());
  // A portal's page is no picture, and its refusal is not the server's.
  if (response.ok && (response.headers.get('content-type') ?? '').startsWith('image/')) {
    const copy = response.clone();
    event.waitUntil(logErrors(() => store(cacheName, url, copy)));
  } else if (isProblem(response) && (response.status === 403 || response.status === 404 || response.status === 410)) {
    // Deleted, or not for this person any more.
    event.waitUntil(logErrors(async () => (await caches.open(cacheName)).delete(url)));
  }
  return response;
}

/** Sends a request, and again after the pause that a busy server asks for, with jitter: not all phones at once. */
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
    console.warn('The pictures that are kept for later could not be changed', error);
  }
}

async function store(cacheName: string, url: string, response: Response): Promise<void> {
  // Photos that wait need the room more.
  if (!(await hasSpaceFor(responseBytes(response)))) return;
  const cache = await caches.open(cacheName);
  // When it is shown again its time is long past: no page shall set its clock by it.
  const headers = new Headers(response.headers);
  headers.delete('date');
  headers.set(ANSWERED_AT, String(Date.now()));
  await cache.put(url, new Response(response.body, { headers }));
  stored += 1;
  if (stored % TRIM_EVERY !== 0) return;
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, Math.max(0, requests.length - MAX_ENTRIES[variantOf(url)])).map((request) => cache.delete(request)));
}
