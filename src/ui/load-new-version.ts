import { pause } from '#src/lib/pause.ts';

/** Without a line there is no later release to be had than the one that is here: it is not asked for longer than this. */
const UPDATE_MS = 5_000;
/** After this, a new worker that did not get ready is not waited for any longer. */
const TAKEOVER_MS = 20_000;

/**
 * Loads the page again as the newest release, because the person asked: where a worker serves this page, the newest one takes over first -
 * a mere reload would show the old shell again.
 */
export async function loadNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(noRelease);
  await Promise.race([registration?.update().catch(noRelease), pause(UPDATE_MS)]);
  const fresh = registration?.installing ?? registration?.waiting;
  if (fresh) await takeOver(fresh);
  window.location.reload();
}

const noRelease = (error: unknown) => console.warn('The newest version could not be asked for', error);

/** Asks the worker in office to end what it has at hand: the browser lets a new one take over only then. */
export const standDown = () => navigator.serviceWorker.controller?.postMessage({ type: 'STAND_DOWN' });

function takeOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === 'installed') {
        standDown();
        worker.postMessage({ type: 'SKIP_WAITING' });
      }
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
    setTimeout(resolve, TAKEOVER_MS);
  });
}
