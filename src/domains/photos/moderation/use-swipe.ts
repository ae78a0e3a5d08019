import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Verdict } from './decisions.ts';

// Swipe gestures: thresholds, and the hook that moves the card.

/** Below this movement the direction is unknown. */
const SLACK_PX = 10;
/** The threshold: a fraction of the card's width, limited in pixels. */
const FAR = 0.35;
const FAR_MOST_PX = 160;
/** A flick may be shorter: pixels per millisecond. */
const FLICK_SPEED = 0.5;
const FLICK_PX = 40;

type SwipeDirection = 'unknown' | 'sideways' | 'other';

export function swipeDirection(dx: number, dy: number): SwipeDirection {
  if (Math.hypot(dx, dy) < SLACK_PX) return 'unknown';
  return Math.abs(dx) > Math.abs(dy) * 1.2 ? 'sideways' : 'other';
}

const farOf = (width: number): number => Math.min(width * FAR, FAR_MOST_PX);

/** From −1 (reject) to 1 (approve), at the threshold. */
export const pullOf = (dx: number, width: number): number => Math.max(-1, Math.min(1, dx / Math.max(1, farOf(width))));

/** @param speed horizontal speed at release, pixels per millisecond, negative to the left. Returns null if the card returns. */
export function verdictOf(dx: number, speed: number, width: number): Verdict | null {
  const far = Math.abs(dx) >= farOf(width);
  const flicked = Math.abs(dx) >= FLICK_PX && Math.abs(speed) >= FLICK_SPEED;
  // A flick back cancels.
  const against = Math.abs(speed) >= FLICK_SPEED && Math.sign(speed) !== Math.sign(dx);
  if (against || !(far || flicked)) return null;
  return dx > 0 ? 'approved' : 'rejected';
}

interface Drag {
  card: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  course: SwipeDirection;
  last: { x: number; at: number };
  speed: number;
}

export function resetCard(card: HTMLElement): void {
  delete card.dataset.dragged;
  card.style.removeProperty('--drag');
  card.style.removeProperty('--pull');
}

/**
 * Moves the card with a horizontal drag and decides beyond the threshold; vertical scrolling remains. Updates the custom properties
 * `--drag` (pixels) and `--pull` (−1 to 1) without React.
 * @param pile contains the cards; the top one has `data-top`
 * @param onDecide returns false if no decision is possible: the card returns
 */
export function useSwipe(pile: RefObject<HTMLElement | null>, onDecide: (verdict: Verdict) => boolean): void {
  const decide = useEffectEvent(onDecide);

  useEffect(() => {
    const element = pile.current;
    if (!element) return undefined;
    let drag: Drag | null = null;

    const place = ({ card }: Drag, dx: number) => {
      card.style.setProperty('--drag', `${dx}px`);
      card.style.setProperty('--pull', String(pullOf(dx, card.clientWidth)));
    };
    const end = () => {
      if (drag) resetCard(drag.card);
      drag = null;
    };
    const down = (event: PointerEvent) => {
      if (drag) return end(); // a second finger: not a swipe
      const card = element.querySelector<HTMLElement>('[data-top]');
      // A zoomed photo pans instead.
      if (event.pointerType === 'mouse' || !card || card.dataset.zoomed !== undefined) return;
      const { pointerId: pointer, clientX: x, clientY: y, timeStamp: at } = event;
      drag = { card, pointer, x, y, course: 'unknown', last: { x, at }, speed: 0 };
    };
    const move = (event: PointerEvent) => {
      if (drag?.pointer !== event.pointerId) return;
      const dx = event.clientX - drag.x;
      if (drag.course === 'unknown') {
        drag.course = swipeDirection(dx, event.clientY - drag.y);
        if (drag.course === 'sideways') element.setPointerCapture(event.pointerId);
        if (drag.course === 'other') drag = null;
      }
      if (drag?.course !== 'sideways') return;
      const elapsed = event.timeStamp - drag.last.at;
      if (elapsed > 0) drag.speed = (event.clientX - drag.last.x) / elapsed;
      drag.last = { x: event.clientX, at: event.timeStamp };
      drag.card.dataset.dragged = '';
      place(drag, dx);
    };
    const up = (event: PointerEvent) => {
      if (drag?.pointer !== event.pointerId) return;
      // A pause before release is not a flick.
      const speed = event.timeStamp - drag.last.at > 80 ? 0 : drag.speed;
      const verdict = drag.course === 'sideways' ? verdictOf(event.clientX - drag.x, speed, drag.card.clientWidth) : null;
      // Another moderator may have decided on the card during the drag.
      if (verdict && drag.card.dataset.top !== undefined && decide(verdict)) drag = null;
      else end();
    };
    const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: end } as const;
    for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) element.removeEventListener(type, listener as EventListener);
    };
  }, [pile]);
}
