// Registers the worker and asks before a new one takes over (docs/outbox.md, Updating). The prompt itself is update-prompt.tsx.
import { atom, getDefaultStore } from 'jotai';
import type { LoadedFilesMessage } from '#src/lib/media-cache.ts';
import { reloadPage, loadNewVersion } from '#src/ui/load-new-version.ts';

/** A new release is ready. Call it to take it: the page loads again under the new worker, when what it returns is settled. */
export const updateAtom = atom<{ accept: typeof loadNewVersion } | null>(null);

const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Timers rest while an app on the home screen is in the background: it looks this long after it is seen again. */
const CHECK_ON_VISIBLE_MS = 10_000;
/** After an installation that failed, as on a line that dies half-way: again after this, doubling up to the hour. */
const RETRY_MS = 10_000;

/** In development the plugin serves the worker as a module; built, it is one classic file. */
const script: { url: string; type: WorkerType } = import.meta.env.DEV
  ? { url: '/dev-sw.js?dev-sw', type: 'module' }
  : { url: '/sw.js', type: 'classic' };

/** A browser without workers, or one that refuses them in private windows, still works: it only cannot start offline. */
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
  // Another tab took the new release: what this one has loaded goes on working, and it may be shooting. It is asked as well.
  const hadController = navigator.serviceWorker.controller !== null;
  workbox.addEventListener('controlling', () => hadController && offerUpdate(reloadPage));
  try {
    const registration = await workbox.register();
    if (registration) checkForUpdates(registration);
  } catch (error) {
    console.warn('No service worker: the app starts with a connection only.', error);
  }
}

/** The first worker ever waits for a moment too, in Firefox: where none is in office, there is nothing new. */
async function offerWaitingWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active) offerUpdate(loadNewVersion);
}

/** Looks for a new release every hour, and soon after the page is seen again. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let timer: ReturnType<typeof setTimeout>;
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(check, ms);
  };
  const check = () => {
    plan(CHECK_EVERY_MS);
    registration.update().catch(() => undefined); // no connection: the next look finds it
  };
  plan(CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => document.hidden || plan(CHECK_ON_VISIBLE_MS));
}

/** A worker that began its service while this page was being opened has claimed the pages there were then, and not this one. */
function requestClaim({ active }: ServiceWorkerRegistration): void {
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: 'CLAIM' });
}

/** What a page loads while no worker controls it passes none: it is told of it, so that what was opened opens again without a connection. */
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

/** Something that works unseen could not be loaded any more: the next quiet moment is one to offer the newest release. */
export function offerNewVersion(): void {
  if (getDefaultStore().get(updateAtom) === null) offerUpdate(loadNewVersion);
}

const offerUpdate = (accept: typeof loadNewVersion) => getDefaultStore().set(updateAtom, { accept });
