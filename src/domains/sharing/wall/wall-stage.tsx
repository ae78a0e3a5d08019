// The photos of the wall. At most three decoded pictures are in the document: two slides of two replace each other without overlapping.
import { useLayoutEffect, useRef, useState } from 'react';
import { placeholder } from '#src/lib/thumbhash.ts';
import { cn } from '#src/ui/cn.ts';
import { useMedia } from '#src/ui/use-media.ts';
import type { Slide } from './wall-player.ts';

const MAX_PICTURES = 3;
const FADE_MS = 900;

export function WallStage({ slide, showsPhotographer }: { slide: Slide | null; showsPhotographer: boolean }) {
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const [now, setNow] = useState(slide);
  /** The slide that fades out below the current one. */
  const [before, setBefore] = useState<Slide | null>(null);
  if (now !== slide) {
    setNow(slide);
    // A photo that left takes no part in a fade.
    const isNext = now && slide && now.key !== slide.key;
    const fits = isNext && now.pictures.length + slide.pictures.length <= MAX_PICTURES;
    if (isNext || !slide) setBefore(fits && !calm ? now : null);
  }
  const present = new Set(slide?.pictures.map(({ photo }) => photo.id));
  const under = before && !before.pictures.some(({ photo }) => present.has(photo.id)) ? before : null;
  return (
    <div className="absolute inset-0 overflow-hidden bg-black">
      {under && <SlideView key={under.key} slide={under} showsPhotographer={false} />}
      {slide && (
        <SlideView key={slide.key} slide={slide} showsPhotographer={showsPhotographer} enters={!calm} onEntered={() => setBefore(null)} />
      )}
    </div>
  );
}

interface SlideViewProps {
  slide: Slide;
  showsPhotographer: boolean;
  enters?: boolean;
  onEntered?: () => void;
}

const grids = { single: '', 'side-by-side': 'grid-cols-2', stacked: 'grid-rows-2' };

function SlideView({ slide, showsPhotographer, enters = false, onEntered }: SlideViewProps) {
  const element = useRef<HTMLDivElement>(null);
  const entered = useRef(onEntered);
  useLayoutEffect(() => {
    entered.current = onEntered;
  });
  useLayoutEffect(() => {
    if (!enters) {
      entered.current?.();
      return undefined;
    }
    const fade = element.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease' });
    fade?.addEventListener('finish', () => entered.current?.());
    return () => fade?.cancel();
  }, [enters]);
  return (
    <div ref={element} data-slide={slide.key} className={cn('absolute inset-0 grid gap-1', grids[slide.layout])}>
      {slide.pictures.map(({ photo, address }) => (
        <figure key={photo.id} className="relative min-h-0 min-w-0 overflow-hidden">
          {photo.thumbhash !== null && (
            <div
              aria-hidden
              className="absolute -inset-12 bg-cover bg-center opacity-60 blur-2xl"
              style={{ backgroundImage: `url(${placeholder(photo.thumbhash)})` }}
            />
          )}
          <img
            src={address}
            alt={`By ${photo.photographer}`}
            data-photo={photo.id}
            draggable={false}
            className="absolute inset-0 size-full object-contain"
          />
          {showsPhotographer && (
            <figcaption className="absolute bottom-0 left-0 max-w-full truncate rounded-tr-md bg-black/60 px-[1.2vmax] py-[0.6vmax] text-[max(0.875rem,1.3vmax)] text-white">
              {photo.photographer}
            </figcaption>
          )}
        </figure>
      ))}
    </div>
  );
}
