/// <reference lib="webworker" />
// Thumbs and previews: at once from the account's own cache where they were seen before, checked against the server behind the scenes
// (they are `private, no-cache` with an ETag), through the same transport as every call, so that an expired access token is renewed.
import { mediaCacheName } from '#src/lib/media-cache.ts';
import { apiOrigin } from '#src/transport/base.ts';
import { send } from '#src/transport/fetch.ts';
import { isProblem } from '#src/transport/problem.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { apiBaseKnown } from './api-base.ts';

const MEDIA = /^\/api\/v1\/(event\/[^/]+\/photos|generated-images)\/[^/]+\/(thumb|preview)$/;
/** A picture checked this recently is not checked again: scrolling to and fro costs the network nothing. */
const FRESH_MS = 60_000;
/** Of one account; the oldest go first. About 60 MB of thumbs and 120 MB of previews. */
const KEEP = { thumb: 2500, preview: 250 } as const;
const TRIM_EVERY = 50;

type Variant = keyof typeof KEEP;

const checkedAt = new Map<string, number>();
let stored = 0;

export const isMedia = (request: Request) => request.method === 'GET' && MEDIA.test(new URL(request.url).pathname);

const variantOf = (url: string): Variant => (new URL(url).pathname.endsWith('/thumb') ? 'thumb' : 'preview');

export async function handleMedia(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  await apiBaseKnown();
  // Nobody else has such addresses, and nobody else is sent our cookies.
  if (new URL(url).origin !== apiOrigin()) return Response.error();
  const account = (await readSessionValue('snapshot'))?.user.id;
  if (account === undefined) return send(new Request(url));
  const cache = await caches.open(mediaCacheName(account, variantOf(url)));
  const seen = await cache.match(url);
  if (!seen) return fetchInto(cache, url, null);
  if (Date.now() - (checkedAt.get(url) ?? 0) > FRESH_MS) {
    // Not reaching the server is no news here: what was seen is shown.
    event.waitUntil(fetchInto(cache, url, seen.headers.get('etag')).then(noop, noop));
  }
  return seen;
}

const noop = () => undefined;

async function fetchInto(cache: Cache, url: string, etag: string | null): Promise<Response> {
  const response = await send(new Request(url, { headers: etag === null ? {} : { 'If-None-Match': etag } }));
  checkedAt.set(url, Date.now());
  // A portal's page is no picture, and its refusal is not the server's.
  if (response.ok && (response.headers.get('content-type') ?? '').startsWith('image/')) {
    await keep(cache, url, response.clone());
  } else if (isProblem(response) && (response.status === 403 || response.status === 404 || response.status === 410)) {
    await cache.delete(url); // deleted, or not for this person any more
  }
  return response;
}

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  try {
    await cache.put(url, response);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return; // photos that wait need the room more
    throw error;
  }
  stored += 1;
  if (stored % TRIM_EVERY !== 0) return;
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, Math.max(0, requests.length - KEEP[variantOf(url)])).map((request) => cache.delete(request)));
}
