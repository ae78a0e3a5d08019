import { type CSSProperties, type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { describePhoto, useEventZone } from '#src/domains/photos/labels.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Check, Maximize2, X, ZoomIn, ZoomOut } from '#src/ui/icons.ts';
import type { Verdict } from './decisions.ts';
import { FullResolution, ModerationPicture } from './moderation-picture.tsx';
import { resetCard, useSwipe } from './use-swipe.ts';
import { useZoom } from './use-zoom.ts';

/** The height of strip, details and buttons below the photos, CSS pixels. */
const BELOW = 148;
const BELOW_PHONE = 196;
/** The height of the page's bar on a phone. */
const BAR_PHONE = 64;
const PHONE = '(width < 48rem)';

export interface PileHandle {
  zoom(): void;
}

interface PileProps {
  /** Fills the whole window. */
  focused: boolean;
  onFocusMode: () => void;
  onSwipe: (verdict: Verdict) => boolean;
  children: (zoomedId: string | null) => ReactNode;
  ref: Ref<PileHandle>;
}

/** The card stack, sized to the remaining height. On a phone the page scrolls to the event's name. */
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
  // A minimum height for large text in landscape; the page then scrolls.
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

interface PileCardProps {
  photo: Photo;
  /** Position in the stack: 0 is reviewed, 1 is below, 2 is only preloaded. */
  depth: number;
  /** Decided, animating out. */
  leaving: Verdict | null;
  /** Shows full resolution. */
  zoomed: boolean;
  onExited: (photoId: string) => void;
}

/** A card of the stack. The same element from preload to exit, so that nothing loads or renders twice. */
export function PileCard({ photo, depth, leaving, zoomed, onExited }: PileCardProps) {
  const zone = useEventZone();
  const element = useRef<HTMLDivElement>(null);
  // Resets the drag of a card that returns after undo.
  useLayoutEffect(() => {
    if (!leaving && element.current) resetCard(element.current);
  }, [leaving]);
  const isTop = depth === 0 && !leaving;
  return (
    <div
      ref={element}
      aria-hidden={!isTop}
      data-top={isTop ? '' : undefined}
      data-card={photo.id}
      data-width={photo.width ?? undefined}
      data-height={photo.height ?? undefined}
      className={cn(
        'moderation-card absolute inset-0 overflow-hidden rounded-xl bg-sunken select-none',
        depth > 1 && 'invisible',
        leaving && 'moderation-leaving',
      )}
      style={{ zIndex: leaving ? 4 : 3 - depth, '--way': leaving === 'approved' ? 1 : -1 } as CSSProperties}
      onAnimationEnd={(event) => event.target === event.currentTarget && onExited(photo.id)}
    >
      <div className="moderation-picture absolute inset-0">
        <ModerationPicture photo={photo} alt={isTop ? describePhoto(photo, zone) : ''} />
        {zoomed && photo.state === 'ready' && <FullResolution photo={photo} />}
      </div>
      <Stamp verdict="approved" shown={leaving === 'approved'} />
      <Stamp verdict="rejected" shown={leaving === 'rejected'} />
    </div>
  );
}

function Stamp({ verdict, shown }: { verdict: Verdict; shown: boolean }) {
  const approved = verdict === 'approved';
  const Icon = approved ? Check : X;
  return (
    <span
      aria-hidden
      data-verdict={verdict}
      data-shown={shown || undefined}
      className={cn(
        'moderation-stamp absolute top-4 flex items-center gap-2 rounded-full bg-black/75 px-4 py-2 text-lg font-semibold text-white',
        approved ? 'left-4' : 'right-4',
      )}
    >
      <Icon className="size-5" />
      {approved ? 'Approve' : 'Reject'}
    </span>
  );
}
