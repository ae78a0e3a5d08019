import { useState } from 'react';
import { isBusy, subscribeBusy } from '#src/lib/busy.ts';
import { delay } from '#src/lib/delay.ts';

/** Without a connection there is no later release to be had than the one that is here: it is not asked for longer than this. */
const UPDATE_TIMEOUT_MS = 3_000;
/** After this the page loads again, whatever became of the new worker. */
const RELOAD_TIMEOUT_MS = 10_000;
/** Of that, what is left for a worker that waits when a later one does not get ready. */
const WAITING_WORKER_MS = 3_000;
/** A new worker that still waits after this is helped. */
const NUDGE_AFTER_MS = 2000;

/**
 * Loads the page again as the newest release, because the person asked: where a worker serves this page, the newest one takes over first, or
 * the one that waits where there is no newer one to be had - a mere reload would show the old shell again.
 */
export async function loadNewVersion(): Promise<void> {
  const end = performance.now() + RELOAD_TIMEOUT_MS;
  const registration = await navigator.serviceWorker?.getRegistration().catch(warnUpdateFailed);
  await Promise.race([registration?.update().catch(warnUpdateFailed), delay(UPDATE_TIMEOUT_MS)]);
  const later = registration?.installing;
  if (later) await activateWorker(later, end - (registration.waiting ? WAITING_WORKER_MS : 0));
  // It may be the only one, or the later one did not get whole.
  const waiting = registration?.waiting;
  if (waiting && waiting !== later) await activateWorker(waiting, end);
  await reloadPage();
}

/** Loads the page again once no shot is in hand here: iOS does not ask before it goes. */
export async function reloadPage(): Promise<void> {
  await whenShutterIdle();
  window.location.reload();
}

const whenShutterIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (isBusy('shutter')) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeBusy(look);
    look();
  });

const warnUpdateFailed = (error: unknown) => console.warn('The newest version is unknown', error);

/** @param end of the wait, by `performance.now()` */
function activateWorker(worker: ServiceWorker, end: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === 'installed') {
        // The worker in office ends what it has at hand: the browser lets a new one take over only then.
        navigator.serviceWorker.controller?.postMessage({ type: 'STAND_DOWN' });
        worker.postMessage({ type: 'SKIP_WAITING' });
      }
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
    const help = setInterval(() => {
      look();
      if (worker.state === 'installed') nudgeWorkerSelection();
    }, NUDGE_AFTER_MS);
    setTimeout(() => resolve(clearInterval(help)), end - performance.now());
  });
}

/**
 * Whatever the page asks for while the worker in office is about to end wakes it, and Chromium then keeps it in office for up to five minutes.
 * The next thing that is opened here, be it a picture in a frame, has the browser look again which worker should serve. That our own policy
 * (`frame-ancestors`) lets no frame show it does not matter, and Chromium may say so on the console.
 */
function nudgeWorkerSelection(): void {
  document.body.append(Object.assign(document.createElement('iframe'), { hidden: true, src: '/favicon.svg' }));
}

/** Who was asked whether to leave, as during an import, and is still here after this has stayed. */
const LEAVE_TIMEOUT_MS = 3_000;

/** Loads the page again as the newest release, as `load` does it; `loading` until it goes, or the person stayed. */
export function useReload(): { loading: boolean; reload: (load?: () => Promise<void>) => void } {
  const [loading, setLoading] = useState(false);
  const loadAnew = (load = loadNewVersion) => {
    setLoading(true);
    void load().finally(() => setTimeout(() => setLoading(false), LEAVE_TIMEOUT_MS));
  };
  return { loading, reload: loadAnew };
}
