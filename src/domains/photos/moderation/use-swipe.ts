import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { Verdict } from './decisions.ts';
import { swipeDirection, pullOf, verdictOf, type SwipeDirection } from './swipe.ts';

interface Drag {
  card: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  course: SwipeDirection;
  last: { x: number; at: number };
  speed: number;
}

/** Back to where a card lies. */
export function resetCard(card: HTMLElement): void {
  delete card.dataset.dragged;
  card.style.removeProperty('--drag');
  card.style.removeProperty('--pull');
}

/**
 * The card follows a finger sideways; far or fast enough, letting go decides. Up and down stay the page's own. It is moved without React:
 * `--drag` (pixels) and `--pull` (−1 to 1) on it say how far.
 * @param pile holds the cards; the one on top is marked by `data-top`
 * @param onDecide returns false when nothing can be decided now: the card goes back
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
      // Looked at closer, it is dragged about in its place.
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
      // A finger that rested before it was lifted did not flick.
      const speed = event.timeStamp - drag.last.at > 80 ? 0 : drag.speed;
      const verdict = drag.course === 'sideways' ? verdictOf(event.clientX - drag.x, speed, drag.card.clientWidth) : null;
      // What lay on top may have been decided by somebody else under the finger.
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
