// Selecting by finger: a long press starts it, a stroke across squares extends it. Vertical movement still scrolls (`touch-action: pan-y`), so
// nothing here blocks scrolling.
import { useCallback, useEffect, useRef, type PointerEvent } from 'react';

const LONG_PRESS_MS = 420;
/** A finger is never quite still. */
const STILL_PX = 10;
const STROKE_PX = 16;
/** The distance from the screen's ends at which a stroke scrolls, and pixels per frame. */
const EDGE_PX = 90;
const EDGE_STEP = 9;

interface DragOptions {
  selecting: boolean;
  /** The item at this point of the window. */
  indexAt(x: number, y: number): number;
  onPress(index: number): void;
  onStrokeBegin(from: number): void;
  onStroke(to: number): void;
  frame: { stick: number; foot: number; screen: number };
}

export function useDragSelect(options: DragOptions) {
  const now = useRef(options);
  useEffect(() => {
    now.current = options;
  });
  const press = useRef<{ id: number; x: number; y: number; from: number; timer: ReturnType<typeof setTimeout>; pressed: boolean } | null>(
    null,
  );
  const stroke = useRef<{ x: number; y: number; last: number; frame: number } | null>(null);
  const suppressed = useRef(0);

  const end = useCallback(() => {
    if (press.current) clearTimeout(press.current.timer);
    if (stroke.current) {
      cancelAnimationFrame(stroke.current.frame);
      suppressed.current = performance.now() + 400;
    }
    press.current = null;
    stroke.current = null;
  }, []);
  useEffect(() => end, [end]);

  const follow = () => {
    const held = stroke.current;
    if (!held) return;
    const { frame, indexAt, onStroke } = now.current;
    const above = held.y < frame.stick + EDGE_PX;
    const below = held.y > frame.screen - frame.foot - EDGE_PX;
    if (above || below) window.scrollBy(0, above ? -EDGE_STEP : EDGE_STEP);
    const index = indexAt(held.x, held.y);
    if (index !== held.last) {
      held.last = index;
      onStroke(index);
    }
    held.frame = requestAnimationFrame(follow);
  };

  return {
    /** Ignore the click that ends a long press or a stroke. */
    swallows: () => performance.now() < suppressed.current,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === 'mouse' || !event.isPrimary || !(event.target as Element).closest('[data-tile]')) return;
        const { clientX: x, clientY: y, pointerId: id } = event;
        const from = now.current.indexAt(x, y);
        const timer = setTimeout(() => {
          if (!press.current) return;
          press.current.pressed = true;
          suppressed.current = performance.now() + 10_000;
          navigator.vibrate?.(12);
          now.current.onPress(from);
        }, LONG_PRESS_MS);
        press.current = { id, x, y, from, timer, pressed: false };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const held = press.current;
        if (!held || held.id !== event.pointerId) return;
        const [dx, dy] = [Math.abs(event.clientX - held.x), Math.abs(event.clientY - held.y)];
        if (stroke.current) {
          stroke.current.x = event.clientX;
          stroke.current.y = event.clientY;
          return;
        }
        if (Math.hypot(dx, dy) > STILL_PX) clearTimeout(held.timer);
        if (!(held.pressed || now.current.selecting) || Math.max(dx, held.pressed ? dy : 0) < STROKE_PX) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        if (!held.pressed) now.current.onStrokeBegin(held.from);
        stroke.current = { x: event.clientX, y: event.clientY, last: -1, frame: requestAnimationFrame(follow) };
      },
      onPointerUp() {
        if (press.current?.pressed) suppressed.current = performance.now() + 400;
        end();
      },
      onPointerCancel() {
        suppressed.current = 0;
        end();
      },
      onContextMenu(event: { preventDefault(): void }) {
        // The system's menu for links would end the long press.
        if (press.current) event.preventDefault();
      },
    },
  };
}
