// Registers the worker and prompts before a new one takes over (docs/outbox.md, Updates). update-prompt.tsx is the prompt.
import { atom, getDefaultStore } from 'jotai';
import type { LoadedFilesMessage } from '#src/lib/media-cache.ts';
import { reloadPage, loadNewVersion } from '#src/ui/load-new-version.ts';

/** The new release, if one is ready. `accept` reloads the page under the new worker. */
export const updateAtom = atom<{ accept: typeof loadNewVersion } | null>(null);

const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Timers pause while an installed app is in the background: it checks this long after it becomes visible again. */
const CHECK_ON_VISIBLE_MS = 10_000;
/** The first retry after a failed installation, for example on a bad connection; doubles up to an hour. */
const RETRY_MS = 10_000;

/** The plugin serves the worker as a module in development; the built one is a classic file. */
const script: { url: string; type: WorkerType } = import.meta.env.DEV
  ? { url: '/dev-sw.js?dev-sw', type: 'module' }
  : { url: '/sw.js', type: 'classic' };

/** Browsers without workers, or in private windows, still work; they only cannot start offline. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready.then(requestClaim, () => undefined);
  reportLoadedFiles();
  await register(RETRY_MS);
}

async function register(retryMs: number): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(script.url, { scope: '/', type: script.type });
  workbox.addEventListener('waiting', () => void offerWaitingWorker());
  // A browser drops a first registration whose installation failed, and would not try again before the next start.
  workbox.addEventListener('redundant', () => {
    if (navigator.serviceWorker.controller === null) setTimeout(() => void register(Math.min(retryMs * 2, CHECK_EVERY_MS)), retryMs);
  });
  // Another tab took the new release. This page continues to work with its loaded files, and it may be shooting: it prompts as well.
  const hadController = navigator.serviceWorker.controller !== null;
  workbox.addEventListener('controlling', () => hadController && offerUpdate(reloadPage));
  try {
    const registration = await workbox.register();
    if (registration) checkForUpdates(registration);
  } catch (error) {
    console.warn('No service worker', error);
  }
}

/** In Firefox even the very first worker waits for a moment: without an active worker there is nothing new. */
async function offerWaitingWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active) offerUpdate(loadNewVersion);
}

/** Checks for a new release every hour, and soon after the page becomes visible again. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let timer: ReturnType<typeof setTimeout>;
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(check, ms);
  };
  const check = () => {
    plan(CHECK_EVERY_MS);
    registration.update().catch(() => undefined); // no connection: the next check finds it
  };
  plan(CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => document.hidden || plan(CHECK_ON_VISIBLE_MS));
}

/** A worker that activated while this page was opening has claimed the pages of that time, not this one. */
function requestClaim({ active }: ServiceWorkerRegistration): void {
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: 'CLAIM' });
}

/** Files loaded before a worker controls the page don't pass through it: the page reports them, so that opened screens open again offline. */
function reportLoadedFiles(): void {
  const { serviceWorker } = navigator;
  const files = new Set<string>();
  const tell = (seen: PerformanceEntryList = []) => {
    for (const { name } of seen) if (name.includes('/assets/')) files.add(name);
    serviceWorker.controller?.postMessage({ type: 'LOADED', files: [...files] } satisfies LoadedFilesMessage);
  };
  tell(performance.getEntriesByType('resource'));
  if (serviceWorker.controller) return;
  new PerformanceObserver((seen) => tell(seen.getEntries())).observe({ entryTypes: ['resource'] });
  serviceWorker.addEventListener('controllerchange', () => tell());
}

/** A background part could not be loaded anymore: offers the newest release at the next quiet moment. */
export function offerNewVersion(): void {
  if (getDefaultStore().get(updateAtom) === null) offerUpdate(loadNewVersion);
}

const offerUpdate = (accept: typeof loadNewVersion) => getDefaultStore().set(updateAtom, { accept });
