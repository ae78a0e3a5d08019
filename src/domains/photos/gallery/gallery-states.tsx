import type { ReactNode } from 'react';
import type { GalleryFilter } from '#src/domains/photos/filter-search.ts';
import { isUnfiltered } from '#src/domains/photos/filter.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryFailure } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
// The gallery's other states: nothing there, failed, offline.
import { Camera, Clock, CloudOff, Heart, Images, Smartphone, UserRound } from '#src/ui/icons.ts';

interface EmptyProps {
  filter: GalleryFilter;
  /** Nothing will be taken here any more. */
  over: boolean;
  /** The way to the camera, where this event takes new shots from this person. */
  cameraLink: ReactNode;
  onShowAll: () => void;
}

export function EmptyGallery({ filter, over, cameraLink, onShowAll }: EmptyProps) {
  if (isUnfiltered(filter)) {
    return (
      <EmptyState icon={cameraLink ? <Camera /> : <Images />} title={over ? 'No photos' : 'No photos yet'} actions={cameraLink}>
        {over && 'This event is over, and no photos were added.'}
        {!over && cameraLink && 'Take the first one. Photos from everyone at this event appear here.'}
        {!over && !cameraLink && 'Photos appear here as soon as someone takes one. You don’t need to reload.'}
      </EmptyState>
    );
  }
  const { icon, title, words } = emptyMessage(filter, over);
  const showAll = (
    <Button variant="primary" size="lg" onClick={onShowAll}>
      Show all photos
    </Button>
  );
  return (
    <EmptyState icon={icon} title={title} actions={showAll}>
      {words}
    </EmptyState>
  );
}

function emptyMessage({ show, by, hour }: GalleryFilter, over: boolean): { icon: ReactNode; title: string; words: string } {
  const narrow = by !== null || hour !== null;
  if (show === 'liked') {
    const words = narrow ? 'No photos you like match these filters.' : 'Photos you like appear here.';
    return { icon: <Heart />, title: 'No liked photos', words };
  }
  if (show === 'waiting') {
    const words = `Photos that are only on this ${deviceLabel} or waiting for approval appear here.`;
    return { icon: <Smartphone />, title: 'All caught up', words };
  }
  if (show === 'mine' && hour === null) {
    const words = over ? 'You didn’t take any photos at this event.' : 'Photos you take at this event appear here.';
    return { icon: <UserRound />, title: over ? 'No photos of yours' : 'You haven’t taken any photos yet', words };
  }
  return { icon: <Clock />, title: 'No matching photos', words: 'No photos match all of these filters.' };
}

interface FailureProps {
  error: Error;
  /** This account's photos of this event that wait on this phone. */
  waiting: number;
  canCapture: boolean;
  retrying: boolean;
  onRetry: () => void;
}

export function GalleryFailure({ error, waiting, canCapture, retrying, onRetry }: FailureProps) {
  const saved = waiting > 0 && `${pluralize(waiting, 'photo is', 'photos are')} saved on this ${deviceLabel} and will be uploaded. `;
  return (
    <QueryFailure
      error={error}
      failed="Couldn’t load the gallery"
      offlineTitle={`This gallery hasn’t been loaded on this ${deviceLabel} yet`}
      offline={
        <>
          {saved}
          {canCapture && 'The camera works without a connection.'}
        </>
      }
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

/** Some of what is on the screen could not be read. Its squares stay empty. */
export function PartFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { kind, detail, requestId } = describeFailure(error);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--under)+0.75rem)] z-20 flex justify-center px-3">
      <div
        role="status"
        className="pointer-events-auto flex max-w-md items-center gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 text-sm shadow-2"
      >
        <CloudOff aria-hidden className="size-5 shrink-0 text-ink-muted" />
        <span className="min-w-0 flex-1">
          {kind === 'offline'
            ? `Some photos aren’t on this ${deviceLabel}. They appear as soon as the server can be reached.`
            : `Couldn’t load these photos. ${detail}`}
          {requestId && <span className="block font-mono text-xs text-ink-muted select-all">{requestId}</span>}
        </span>
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
