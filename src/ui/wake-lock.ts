/** Prevents the screen from dimming while the page is visible, unless the system refuses (battery saver). Returns the release function. */
export function acquireWakeLock(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let wanted = true;
  let lock: WakeLockSentinel | null = null;
  const acquire = async () => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      if (wanted) lock = got;
      else await got.release();
    } catch {
      lock = null;
    }
  };
  const again = () => void acquire();
  // The system releases the lock when the page is hidden.
  document.addEventListener('visibilitychange', again);
  void acquire();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
