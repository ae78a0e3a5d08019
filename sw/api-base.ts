/// <reference lib="webworker" />
import { matchPrecache } from 'workbox-precaching';
import { configureBase } from '#src/transport/base.ts';

let known: Promise<void> | null = null;

/** The server is where the page says that this worker keeps. Awaited before anything is asked of it. */
export function apiBaseKnown(): Promise<void> {
  known ??= read()
    .then(configureBase)
    .catch((error: unknown) => {
      // A store that could not be read now may be later: who asks next has it read again.
      known = null;
      throw error;
    });
  return known;
}

/** In development no page is kept: there the server is where the app came from. */
async function read(): Promise<string> {
  const page = await matchPrecache('/index.html');
  return /name="api-base" content="([^"]*)"/.exec((await page?.text()) ?? '')?.[1] ?? '';
}
