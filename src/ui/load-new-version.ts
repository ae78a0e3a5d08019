import { useState } from 'react';
import { isBusy, subscribeBusy } from '#src/lib/busy.ts';
import { delay } from '#src/lib/delay.ts';

/** Offline, the available release is the newest: don't wait for the update check any longer. */
const UPDATE_TIMEOUT_MS = 3_000;
/** The page reloads after this time, even if the new worker is not ready. */
const RELOAD_TIMEOUT_MS = 10_000;
/** The part of it reserved for a waiting worker if a later one fails to install. */
const WAITING_WORKER_MS = 3_000;
/** A new worker that still waits after this is nudged. */
const NUDGE_AFTER_MS = 2000;

/**
 * Reloads the page as the newest release, on request of the person. If a worker serves this page, the newest one takes over first, or the waiting
 * one if there is no newer: a plain reload would show the old shell again.
 */
export async function loadNewVersion(): Promise<void> {
  const end = performance.now() + RELOAD_TIMEOUT_MS;
  const registration = await navigator.serviceWorker?.getRegistration().catch(warnUpdateFailed);
  await Promise.race([registration?.update().catch(warnUpdateFailed), delay(UPDATE_TIMEOUT_MS)]);
  const later = registration?.installing;
  if (later) await activateWorker(later, end - (registration.waiting ? WAITING_WORKER_MS : 0));
  // The only new one, or the later one failed to install.
  const waiting = registration?.waiting;
  if (waiting && waiting !== later) await activateWorker(waiting, end);
  await reloadPage();
}

/** Reloads once the shutter is idle: iOS does not ask before unloading. */
export async function reloadPage(): Promise<void> {
  await whenShutterIdle();
  window.location.reload();
}

const whenShutterIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (isBusy('shutter')) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeBusy(check);
    check();
  });

const warnUpdateFailed = (error: unknown) => console.warn('Could not check for updates', error);

/** @param end deadline, by `performance.now()` */
function activateWorker(worker: ServiceWorker, end: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker.state === 'installed') {
        // The active worker finishes its current work; the browser lets a new one take over only then.
        navigator.serviceWorker.controller?.postMessage({ type: 'STAND_DOWN' });
        worker.postMessage({ type: 'SKIP_WAITING' });
      }
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', check);
    check();
    const help = setInterval(() => {
      check();
      if (worker.state === 'installed') nudgeWorkerSelection();
    }, NUDGE_AFTER_MS);
    setTimeout(() => resolve(clearInterval(help)), end - performance.now());
  });
}

/**
 * Any request by the page while the active worker is about to end wakes it, and Chromium then leaves it active for up to five minutes. Opening
 * anything else, such as a picture in a frame, makes the browser check again which worker should serve. It does not matter that our own policy
 * (`frame-ancestors`) blocks the frame; Chromium may log that to the console.
 */
function nudgeWorkerSelection(): void {
  document.body.append(Object.assign(document.createElement('iframe'), { hidden: true, src: '/favicon.svg' }));
}

/** The person may have chosen to stay when asked about leaving, for example during an import. */
const LEAVE_TIMEOUT_MS = 3_000;

/** Reloads the page as the newest release with `load`; `loading` until it unloads, or the person stayed. */
export function useReload(): { loading: boolean; reload: (load?: () => Promise<void>) => void } {
  const [loading, setLoading] = useState(false);
  const start = (load = loadNewVersion) => {
    setLoading(true);
    void load().finally(() => setTimeout(() => setLoading(false), LEAVE_TIMEOUT_MS));
  };
  return { loading, reload: start };
}
