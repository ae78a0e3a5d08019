/// <reference lib="webworker" />
import { matchPrecache } from 'workbox-precaching';
import { configureApiBase } from '#src/transport/api-base.ts';

let configured: Promise<void> | null = null;

/** The server is where the page says that this worker keeps. Awaited before anything is asked of it. */
export function ensureApiBase(): Promise<void> {
  configured ??= readApiBase()
    .then(configureApiBase)
    .catch((error: unknown) => {
      // A store that could not be read now may be later: who asks next has it read again.
      configured = null;
      throw error;
    });
  return configured;
}

/** In development no page is kept: there the server is where the app came from. */
async function readApiBase(): Promise<string> {
  const page = await matchPrecache('/index.html');
  return /name="api-base" content="([^"]*)"/.exec((await page?.text()) ?? '')?.[1] ?? '';
}
