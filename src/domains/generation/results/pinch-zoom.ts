// Zooming into a picture in a frame, by two fingers, the wheel or a double tap.
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

export interface View {
  scale: number;
  /** Of the image's left top corner, in pixels of the screen from that of the frame. */
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 8;

/** Zooms so that the point under the fingers or the pointer stays. The image never leaves its frame. */
export function zoomedView(view: View, factor: number, at: Point, frame: Size): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const by = scale / view.scale;
  return movedView({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, { x: 0, y: 0 }, frame);
}

export function movedView({ scale, x, y }: View, by: Point, { width, height }: Size): View {
  const inside = (value: number, length: number) => Math.min(0, Math.max(length * (1 - scale), value));
  return { scale, x: inside(x + by.x, width), y: inside(y + by.y, height) };
}

export const transformOf = ({ scale, x, y }: View): string => `translate(${x}px, ${y}px) scale(${scale})`;

interface PinchZoomOptions {
  frame: RefObject<HTMLElement | null>;
  view: View;
  onView: (view: View) => void;
  /** One finger or the mouse moves the picture, and a double tap zooms. Otherwise only two fingers do anything. */
  pans: boolean;
}

const TAPPED_SCALE = 2.5;
const DOUBLE_TAP_MS = 300;
/** A finger is never quite still. */
const TAP_PX = 12;

const distanceOf = (from: Point, to: Point): number => Math.hypot(from.x - to.x, from.y - to.y);

/** Handlers of the element whose pointers zoom. The wheel zooms in the whole frame. */
export function usePinchZoom({ frame, view, onView, pans }: PinchZoomOptions) {
  /** Several events may come before the next render. */
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  }, [view]);
  const show = (next: View) => {
    latest.current = next;
    onView(next);
  };
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    show(zoomedView(latest.current, Math.exp(-event.deltaY / 400), at, box));
  });
  useEffect(() => {
    const element = frame.current;
    // React's own listener is passive: it can't stop the page from scrolling.
    const listen = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [frame]);

  /** Fingers on the picture, or the pressed mouse. */
  const pointers = useRef(new Map<number, Point>());
  /** The press that may become a tap, and the tap before it. */
  const press = useRef<Point | null>(null);
  const tap = useRef<(Point & { time: number }) | null>(null);

  const track = (event: PointerEvent) => {
    if (!pans && event.pointerType !== 'touch') return;
    const box = frame.current?.getBoundingClientRect();
    const before = pointers.current.get(event.pointerId);
    if (!box || (event.type === 'pointermove' && !before)) return;
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, at);
    if (!before) press.current = other ? null : at;
    if (!before) return;
    if (press.current && distanceOf(press.current, at) > TAP_PX) press.current = null;
    if (other) {
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      const zoomed = zoomedView(latest.current, distanceOf(at, other) / Math.max(1, distanceOf(before, other)), middle, box);
      show(movedView(zoomed, { x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 }, box));
    } else if (pans) show(movedView(latest.current, { x: at.x - before.x, y: at.y - before.y }, box));
  };
  const forget = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    const at = press.current;
    press.current = null;
    if (!pans || !at || event.type !== 'pointerup') return;
    const box = frame.current?.getBoundingClientRect();
    const { current: last } = tap;
    const isSecond = last !== null && event.timeStamp - last.time < DOUBLE_TAP_MS && distanceOf(last, at) < 2 * TAP_PX;
    tap.current = isSecond ? null : { ...at, time: event.timeStamp };
    if (isSecond && box) show(latest.current.scale > 1 ? WHOLE : zoomedView(WHOLE, TAPPED_SCALE, at, box));
  };
  return { onPointerDown: track, onPointerMove: track, onPointerUp: forget, onPointerCancel: forget };
}
