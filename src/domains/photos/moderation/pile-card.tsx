import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import { useEventZone } from '#src/domains/photos/event-zone.ts';
import { describePhoto } from '#src/domains/photos/labels.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { cn } from '#src/ui/cn.ts';
import { Check, X } from '#src/ui/icons.ts';
import type { Verdict } from './decisions.ts';
import { ModerationPicture, FullResolution } from './moderation-picture.tsx';
import { resetCard } from './use-swipe.ts';

interface PileCardProps {
  photo: Photo;
  /** Nearest first: 0 is decided on, 1 lies below it, 2 is only loaded. */
  depth: number;
  /** Decided on, on its way out. */
  leaving: Verdict | null;
  /** Looked at closer: as sharp as it is. */
  zoomed: boolean;
  onExited: (photoId: string) => void;
}

/** A photo of the pile. It is the same element from the moment it is loaded until it is gone: nothing is fetched or drawn twice. */
export function PileCard({ photo, depth, leaving, zoomed, onExited }: PileCardProps) {
  const zone = useEventZone();
  const element = useRef<HTMLDivElement>(null);
  // One that comes back was perhaps swiped away.
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
