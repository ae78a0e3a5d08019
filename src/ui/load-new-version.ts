const PATIENCE_MS = 5_000;

/** Loads the page anew under the latest release: a worker that waits with it takes over first. */
export async function loadNewVersion(): Promise<void> {
  const reload = () => window.location.reload();
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  const registration = await workers?.getRegistration().catch(() => undefined);
  // Without a line there is no later release to be had than the one that is here.
  await Promise.race([registration?.update().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const ready = registration?.waiting ?? registration?.installing;
  if (!workers || !ready) return reload();
  workers.addEventListener('controllerchange', reload);
  const take = () => ready.postMessage({ type: 'SKIP_WAITING' });
  if (ready.state === 'installed') take();
  else ready.addEventListener('statechange', () => ready.state === 'installed' && take());
  setTimeout(reload, 2 * PATIENCE_MS);
}
