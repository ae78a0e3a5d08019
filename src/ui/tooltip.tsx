// A short hint beside a control. Positioned by hand, without a positioning library, because every icon button has one, also on the camera.
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

interface TooltipProps {
  content: string;
  /** The id of the control's description. Omit it if the control's label has the same words. */
  id?: string | undefined;
}

/** A hint opened by touch closes by itself, because touch has no hover. */
const TOUCHED_MS = 4_000;
/** Slightly more than the longest transition of styles.css. */
const SLIDE_MS = 250;

interface Place {
  x: number;
  y: number;
  below: boolean;
}

function placeAt(anchor: DOMRect): Place {
  const below = anchor.top < 56;
  const x = Math.min(Math.max(anchor.left + anchor.width / 2, 96), window.innerWidth - 96);
  return { x, y: below ? anchor.bottom + 8 : anchor.top - 8, below };
}

/**
 * Whether the last input was a key. Focus by touch or mouse, also when a closing dialog or menu returns it, shows no hint and no ring
 * (src/styles.css).
 */
let byKey = true;
if (typeof document !== 'undefined') {
  const note = (isKey: boolean) => {
    byKey = isKey;
    document.documentElement.toggleAttribute('data-pointer', !isKey);
  };
  document.addEventListener('keydown', () => note(true), true);
  document.addEventListener('pointerdown', () => note(false), true);
}

/**
 * The hint of its parent control. A child instead of a wrapper: the control stays the same element when its hint appears or disappears, so that a
 * press in progress and the focus are not lost. Shown on mouse hover and keyboard focus; hidden on leave, press, blur and Escape (WCAG 1.4.13).
 * Touch opens it only where it explains why a control is disabled, because nothing else would.
 */
export function Tooltip({ content, id }: TooltipProps) {
  const describes = id !== undefined;
  const anchor = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place | null>(null);

  // Native listeners, so that the control's React handlers are not replaced.
  useEffect(() => {
    const control = anchor.current?.parentElement;
    if (!control) return;
    const show = () => setPlace(placeAt(control.getBoundingClientRect()));
    let soon: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(soon);
      setPlace(null);
    };
    const handlers: Record<string, (event: Event) => void> = {
      pointerenter: (event) => (event as PointerEvent).pointerType === 'mouse' && show(),
      pointerleave: hide,
      pointerdown: hide,
      // The focused element may still be sliding in with its sheet.
      focusin: (event) => byKey && (event.target as Element).matches(':focus-visible') && (soon = setTimeout(show, SLIDE_MS)),
      focusout: hide,
      click: () => {
        if (!describes) return hide();
        show();
        clearTimeout(soon);
        soon = setTimeout(hide, TOUCHED_MS);
      },
    };
    for (const [type, handler] of Object.entries(handlers)) control.addEventListener(type, handler);
    return () => {
      clearTimeout(soon);
      for (const [type, handler] of Object.entries(handlers)) control.removeEventListener(type, handler);
    };
  }, [describes]);

  useEffect(() => {
    if (!place) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(null);
    const leave = () => setPlace(null);
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', leave, true);
    window.addEventListener('scroll', leave, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', leave, true);
      window.removeEventListener('scroll', leave, true);
    };
  }, [place]);

  return (
    <>
      <span ref={anchor} id={id} hidden>
        {describes && content}
      </span>
      {place &&
        createPortal(
          <span
            role="tooltip"
            style={{ left: place.x, top: place.y, translate: place.below ? '-50% 0' : '-50% -100%' }}
            className="animate-fade-in pointer-events-none fixed z-[70] w-max max-w-[192px] rounded-sm bg-ink px-2 py-1 text-center text-xs font-medium text-canvas shadow-2"
          >
            {content}
          </span>,
          document.body,
        )}
    </>
  );
}
