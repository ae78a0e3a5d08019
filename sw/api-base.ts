/// <reference lib="webworker" />
import { matchPrecache } from 'workbox-precaching';
import { configureApiBase } from '#src/transport/api-base.ts';

let configured: Promise<void> | null = null;

/** Reads the server's address from the cached page. Await it before any request. */
export function ensureApiBase(): Promise<void> {
  configured ??= readApiBase()
    .then(configureApiBase)
    .catch((error: unknown) => {
      // A failed read is not cached: the next caller tries again.
      configured = null;
      throw error;
    });
  return configured;
}

/** In development no page is cached, and the server has the app's origin. */
async function readApiBase(): Promise<string> {
  const page = await matchPrecache('/index.html');
  return /name="api-base" content="([^"]*)"/.exec((await page?.text()) ?? '')?.[1] ?? '';
}
