/** Keeps the screen awake while the page is in view. Where the system refuses (battery saver), the screen dims as usual. Returns the release. */
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
  // The system drops the lock whenever the page goes out of view.
  document.addEventListener('visibilitychange', again);
  void acquire();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}

const patterns = { shot: 12, missed: [40, 60, 40], refused: [120, 60, 120] };

/** A touch for the hand, where the device can. */
export function haptic(kind: keyof typeof patterns): void {
  if ('vibrate' in navigator) navigator.vibrate(patterns[kind]);
}
