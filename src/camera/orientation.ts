// Orientation of pictures. Browsers rotate camera frames (and takePhoto's EXIF) with the *screen*: while the interface rotates with the
// phone, frames are upright. If rotation is locked and the phone is held sideways, only gravity reveals it. The required turn is the angle
// between the screen's content and the world: hold (from gravity) + screen.orientation.angle.

/** Degrees clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** The maximum distance from a quarter turn; in between, the last clear hold applies. */
const snapToleranceDegrees = 35;
/** With less gravity in the screen's plane (m/s²) the phone is flat, and its hold unknown. */
const minGravity = 3.4;

/**
 * The device's clockwise turn from its natural upright position, as seen by the user, from `accelerationIncludingGravity` in m/s² (W3C
 * Device Orientation and Motion: x to the right, y to the top of the natural screen; at rest the vector points away from the ground).
 * Null if it is flat or between two holds.
 */
export function turnFromGravity(x: number, y: number): QuarterTurn | null {
  if (Math.hypot(x, y) < minGravity) return null;
  const degrees = (Math.atan2(-x, y) * 180) / Math.PI;
  const nearest = Math.round(degrees / 90) * 90;
  return Math.abs(degrees - nearest) <= snapToleranceDegrees ? quarter(nearest) : null;
}

/**
 * Degrees clockwise that turn the stored pixels upright.
 * @param hold the device's clockwise turn, from gravity; null if unknown: the screen is then assumed to follow the hold
 * @param screenAngle `screen.orientation.angle`: the content's clockwise turn against the device's natural upright
 * @param front the lens faces the user: from there, the device turns the other way
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
  /** The last clear hold since the screen last turned; null if unknown. */
  turn(): QuarterTurn | null;
  screenAngle(): number;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/** Listens to gravity. Silent where the browser requires a permission prompt (iOS): there only the screen's angle is known. */
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
  // The screen has just followed the phone, so the earlier hold is outdated.
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
