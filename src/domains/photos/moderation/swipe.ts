// When a finger means a decision. Pure.
import type { Verdict } from './decisions.ts';

/** Moved less than this, a finger has not said yet where it goes. */
const SLACK_PX = 10;
/** So far across the card, or this many pixels on a wide one, and it is meant. */
const FAR = 0.35;
const FAR_MOST_PX = 160;
/** A flick may be shorter, if it is fast: pixels per millisecond. */
const FLICK_SPEED = 0.5;
const FLICK_PX = 40;

export type SwipeDirection = 'unknown' | 'sideways' | 'other';

/** Which way a finger goes that has moved so far from where it came down. */
export function swipeDirection(dx: number, dy: number): SwipeDirection {
  if (Math.hypot(dx, dy) < SLACK_PX) return 'unknown';
  return Math.abs(dx) > Math.abs(dy) * 1.2 ? 'sideways' : 'other';
}

const farOf = (width: number): number => Math.min(width * FAR, FAR_MOST_PX);

/** From −1 (rejected when let go) by 0 to 1 (approved when let go). */
export const pullOf = (dx: number, width: number): number => Math.max(-1, Math.min(1, dx / Math.max(1, farOf(width))));

/** @param speed sideways at the end, pixels per millisecond, negative to the left. Returns null when the card goes back. */
export function verdictOf(dx: number, speed: number, width: number): Verdict | null {
  const far = Math.abs(dx) >= farOf(width);
  const flicked = Math.abs(dx) >= FLICK_PX && Math.abs(speed) >= FLICK_SPEED;
  // Pulled out and flicked back is not meant.
  const against = Math.abs(speed) >= FLICK_SPEED && Math.sign(speed) !== Math.sign(dx);
  if (against || !(far || flicked)) return null;
  return dx > 0 ? 'approved' : 'rejected';
}
