// Right side up in every hold.
//
// Browsers turn camera frames (and takePhoto's EXIF) with the *screen*: while the interface follows the phone, frames are upright already. When the
// person has locked the interface upright and holds the phone sideways, frames lie on their side and only gravity knows. So the turn needed is the
// angle by which the screen's content leans away from the world: hold (from gravity) + screen.orientation.angle.

/** Degrees clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** How far from a quarter turn the phone may lean before the last clear hold counts on. */
const snapToleranceDegrees = 35;
/** Below this much gravity in the screen's plane (m/s²) the phone lies flat, and says nothing about its hold. */
const minGravity = 3.4;

/**
 * How far the device is turned clockwise from its natural upright, as its holder sees the screen, from `accelerationIncludingGravity` in m/s²
 * (W3C Device Orientation and Motion: x to the right, y to the top of the natural screen; at rest the vector points away from the ground).
 * Null when it lies flat or between two holds.
 */
export function turnFromGravity(x: number, y: number): QuarterTurn | null {
  if (Math.hypot(x, y) < minGravity) return null;
  const degrees = (Math.atan2(-x, y) * 180) / Math.PI;
  const nearest = Math.round(degrees / 90) * 90;
  return Math.abs(degrees - nearest) <= snapToleranceDegrees ? quarter(nearest) : null;
}

/**
 * Degrees clockwise that bring the stored pixels upright.
 * @param hold the device's clockwise turn, from gravity; null where unknown: the screen is then taken to follow the hold
 * @param screenAngle `screen.orientation.angle`: the content's clockwise turn against the device's natural upright
 * @param front the lens looks at the holder: seen from there, the device turns the other way round
 */
export function uprightTurn(hold: QuarterTurn | null, screenAngle: number, front: boolean): QuarterTurn {
  if (hold === null) return 0;
  const lean = quarter(hold + screenAngle);
  return front ? quarter(360 - lean) : lean;
}

function quarter(degrees: number): QuarterTurn {
  const turn = ((degrees % 360) + 360) % 360;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

export interface OrientationSensor {
  /** The last clear hold since the screen last turned, null where unknown. */
  turn(): QuarterTurn | null;
  screenAngle(): number;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/** Listens to gravity. It is silent where a browser would ask the person first (iOS): there the screen's own turn has to do. */
export function watchOrientation(): OrientationSensor {
  let hold: QuarterTurn | null = null;
  const listeners = new Set<() => void>();
  const set = (next: QuarterTurn | null) => {
    if (next === hold) return;
    hold = next;
    for (const listener of listeners) listener();
  };
  const onMotion = (event: DeviceMotionEvent) => {
    const { x, y } = event.accelerationIncludingGravity ?? {};
    if (typeof x !== 'number' || typeof y !== 'number') return;
    const seen = turnFromGravity(x, y);
    if (seen !== null) set(seen);
  };
  // The screen has just turned after the phone, so what was known from before is stale.
  const onTurn = () => set(null);
  window.addEventListener('devicemotion', onMotion);
  screen.orientation?.addEventListener?.('change', onTurn);
  return {
    turn: () => hold,
    screenAngle: () => screen.orientation?.angle ?? 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      window.removeEventListener('devicemotion', onMotion);
      screen.orientation?.removeEventListener?.('change', onTurn);
    },
  };
}
