import { useImperativeHandle, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode, type Ref } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
// The photos that lie on one another, in all the room that the screen leaves.
import { Maximize2, ZoomIn, ZoomOut } from '#src/ui/icons.ts';
import type { Verdict } from './decisions.ts';
import { useSwipe } from './use-swipe.ts';
import { useZoom } from './use-zoom.ts';

/** Of what stands below the photos: strip, facts and buttons, CSS pixels. */
const BELOW = 148;
const BELOW_PHONE = 196;
/** The page's bar, below which the event's name stays in sight on a phone. */
const BAR_PHONE = 64;
const PHONE = '(width < 48rem)';

export interface PileHandle {
  zoom(): void;
}

interface PileProps {
  /** In the whole window, whose height it fills. */
  focused: boolean;
  onFocusMode: () => void;
  onSwipe: (verdict: Verdict) => boolean;
  children: (zoomedId: string | null) => ReactNode;
  ref: Ref<PileHandle>;
}

/** As high as the screen leaves room for, wherever it begins; on a phone the page is scrolled to the event's name above it. */
export function Pile({ focused, onFocusMode, onSwipe, children, ref }: PileProps) {
  const pile = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(BAR_PHONE + BELOW_PHONE);
  useSwipe(pile, onSwipe);
  const { zoomedId, toggle } = useZoom(pile, focused);
  useImperativeHandle(ref, () => ({ zoom: toggle }));
  useLayoutEffect(() => {
    if (focused) return undefined;
    const topOf = (element: Element | null | undefined) => Math.round((element?.getBoundingClientRect().top ?? 0) + window.scrollY);
    const top = () => topOf(pile.current);
    const titleTop = () => topOf(pile.current?.closest('main')?.querySelector('h1') ?? pile.current);
    const measure = () => setRoom(matchMedia(PHONE).matches ? BAR_PHONE + top() - titleTop() + BELOW_PHONE : top() + BELOW);
    measure();
    if (matchMedia(PHONE).matches) window.scrollTo({ top: titleTop() - BAR_PHONE });
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [focused]);
  // With large text in landscape the photo keeps a place, and the screen scrolls: nobody decides on what they cannot see.
  const style: CSSProperties = focused
    ? { flex: 1, minHeight: 'min(50dvh, 12rem)' }
    : { height: `calc(100dvh - ${room}px)`, minHeight: '16rem' };
  const zoomed = zoomedId !== null;
  return (
    <div ref={pile} className="relative min-h-0" style={style}>
      {children(zoomedId)}
      <div className="venue absolute top-2 right-2 z-5 flex gap-1 rounded-full bg-black/60 text-white">
        <IconButton
          label={zoomed ? 'Fit to screen' : 'Zoom to 100%'}
          icon={zoomed ? <ZoomOut aria-hidden className="size-5" /> : <ZoomIn aria-hidden className="size-5" />}
          onClick={toggle}
        />
        {!focused && <IconButton label="Focus mode" icon={<Maximize2 aria-hidden className="size-5" />} onClick={onFocusMode} />}
      </div>
    </div>
  );
}
