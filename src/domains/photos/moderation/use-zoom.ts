import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

// Zoom and pan of the current photo.

interface Zoom {
  /** 1: fitted. */
  scale: number;
  /** Offset from the center, CSS pixels. */
  x: number;
  y: number;
}

export const ZOOMED_OUT: Zoom = { scale: 1, x: 0, y: 0 };

/** @param about the focal point, from the center */
export function toScale({ scale, x, y }: Zoom, wanted: number, about: { x: number; y: number }): Zoom {
  const by = wanted / scale;
  return { scale: wanted, x: about.x - (about.x - x) * by, y: about.y - (about.y - y) * by };
}

/** Limits scale and offset, so that the photo covers its container. */
export function clamped({ scale, x, y }: Zoom, width: number, height: number, most: number): Zoom {
  // Snaps to 1: at a slightly larger scale, drags would pan instead of swipe.
  const limited = scale < 1.02 ? 1 : Math.min(scale, most);
  const within = (value: number, size: number) => {
    const room = (size * (limited - 1)) / 2;
    return Math.max(-room, Math.min(room, value)) + 0;
  };
  return { scale: limited, x: within(x, width), y: within(y, height) };
}

/**
 * Zooms the top photo by wheel, pinch or double click, and pans it by dragging. Updates the custom properties `--zoom`, `--x` and `--y` of
 * its card without React.
 * @param always whether the wheel zooms even if the page can scroll
 */
export function useZoom(pile: RefObject<HTMLElement | null>, always: boolean) {
  /** The id of the zoomed photo. */
  const [zoomedId, setZoomedId] = useState<string | null>(null);
  const state = useRef<{ card: HTMLElement | null; zoom: Zoom }>({ card: null, zoom: ZOOMED_OUT });

  const current = () => {
    const card = pile.current?.querySelector<HTMLElement>('[data-top]') ?? null;
    if (state.current.card !== card) state.current = { card, zoom: ZOOMED_OUT };
    return { card, zoom: state.current.zoom };
  };
  const applyZoom = (wanted: Zoom) => {
    const { card } = current();
    if (!card) return;
    const zoom = clamped(wanted, card.clientWidth, card.clientHeight, Math.max(4, wholeScale(card)));
    state.current.zoom = zoom;
    card.style.setProperty('--zoom', String(zoom.scale));
    card.style.setProperty('--x', `${zoom.x}px`);
    card.style.setProperty('--y', `${zoom.y}px`);
    const zoomed = zoom.scale > 1;
    card.toggleAttribute('data-zoomed', zoomed);
    setZoomedId(zoomed ? (card.dataset.card ?? null) : null);
  };
  /** Zooms about a point of the window, else about the center. */
  const scaleTo = (scale: number, at?: { x: number; y: number }) => {
    const { card, zoom } = current();
    if (!card) return;
    const box = card.getBoundingClientRect();
    const about = at ? { x: at.x - box.left - box.width / 2, y: at.y - box.top - box.height / 2 } : { x: 0, y: 0 };
    applyZoom(toScale(zoom, scale, about));
  };
  /** Toggles between fitted and actual size. */
  const toggle = (at?: { x: number; y: number }) => {
    const { card, zoom } = current();
    if (card) scaleTo(zoom.scale > 1 ? 1 : Math.max(1.5, wholeScale(card)), at);
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const { card, zoom } = current();
    const scrolls = document.documentElement.scrollHeight > window.innerHeight + 1;
    if (!card || (scrolls && !always && !event.ctrlKey && zoom.scale === 1)) return;
    event.preventDefault();
    scaleTo(zoom.scale * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), { x: event.clientX, y: event.clientY });
  });
  const onDoubleClick = useEffectEvent((event: MouseEvent) => toggle({ x: event.clientX, y: event.clientY }));

  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const onDown = useEffectEvent((event: PointerEvent) => {
    if (event.button === 0 && current().card?.contains(event.target as Node))
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  const onMove = useEffectEvent((event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const { zoom } = current();
    if (other) {
      const apart = (point: { x: number; y: number }) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      scaleTo((zoom.scale * apart(now)) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (zoom.scale > 1) applyZoom({ ...zoom, x: zoom.x + now.x - before.x, y: zoom.y + now.y - before.y });
  });
  const onUp = useEffectEvent((event: PointerEvent) => void fingers.current.delete(event.pointerId));

  useEffect(() => {
    const element = pile.current;
    if (!element) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('wheel', onWheel, { passive: false, signal });
    element.addEventListener('dblclick', onDoubleClick, { signal });
    element.addEventListener('pointerdown', onDown, { signal });
    window.addEventListener('pointermove', onMove, { signal });
    for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, onUp, { signal });
    return () => stop.abort();
  }, [pile]);

  return { zoomedId, toggle: () => toggle() };
}

/** The scale at which one pixel of the photo is one pixel of the screen. */
function wholeScale(card: HTMLElement): number {
  const [width, height] = [Number(card.dataset.width), Number(card.dataset.height)];
  if (!(width > 0 && height > 0)) return 1;
  return width / Math.min(card.clientWidth, (card.clientHeight * width) / height);
}
