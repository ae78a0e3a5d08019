import { ArrowUp } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';
import { Button } from '#src/ui/button.tsx';
import { useGallery, type EventGallery as GalleryData } from '#src/domains/photos/use-gallery.ts';
import { counted } from '#src/domains/photos/words.ts';
import { EmptyGallery, GalleryFailure, GallerySkeleton, StaleNote } from './faces.tsx';
import { PhotoGrid, type GridHandle } from './photo-grid.tsx';
import { useHeldTop } from './use-held-top.ts';

const Viewer = lazy(() => import('#src/domains/photos/viewer/viewer.tsx'));

interface EventGalleryProps {
  eventId: string;
  eventName: string;
  account: string;
  probe: () => Promise<unknown>;
  /** The way to the camera, where this event takes new shots from this person. */
  cameraLink: ReactNode;
  /** The photo that the URL opens. */
  openId: string | null;
  onOpen: (id: string) => void;
  /** Another photo is looked at: the URL follows without a new entry in the history. */
  onShow: (id: string) => void;
  onClose: () => void;
}

export function EventGallery({ eventId, eventName, account, probe, cameraLink, openId, onOpen, onShow, onClose }: EventGalleryProps) {
  const gallery = useGallery({ eventId, account, probe });
  const { query, feed, loadMore } = gallery;
  const grid = useRef<GridHandle>(null);
  const { shown, arrived, release } = useHeldTop(feed);

  // Whichever way the viewer was closed, the focus goes back to the photo that was looked at last.
  const lastOpen = useRef(openId);
  useEffect(() => {
    if (openId === null && lastOpen.current !== null) grid.current?.focus(lastOpen.current);
    lastOpen.current = openId;
  }, [openId]);

  return (
    <>
      {query.data && <Freshness updatedAt={query.dataUpdatedAt} />}
      {query.error && !query.data && (
        <GalleryFailure
          error={query.error}
          waiting={feed.length}
          canCapture={Boolean(cameraLink)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && feed.length === 0 && <GallerySkeleton />}
      {query.data && feed.length === 0 && <EmptyGallery cameraLink={cameraLink} />}
      {feed.length > 0 && <PhotoGrid ref={grid} items={shown} label={`Photos of ${eventName}`} onOpen={onOpen} onNearEnd={loadMore} />}
      {arrived > 0 && <Arrived count={arrived} onShow={release} />}
      {feed.length > 0 && <End query={query} count={feed.length} />}
      {openId !== null && (
        <Suspense>
          <Viewer gallery={gallery} eventId={eventId} openId={openId} onShow={onShow} onClose={onClose} />
        </Suspense>
      )}
    </>
  );
}

function Freshness({ updatedAt }: { updatedAt: number }) {
  const reachable = useSyncExternalStore(subscribeReachability, isReachable);
  const [, tick] = useState(0);
  useEffect(() => {
    if (reachable !== false) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 60_000);
    return () => clearInterval(timer);
  }, [reachable]);
  return reachable === false && <StaleNote since={updatedAt} />;
}

function Arrived({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="fixed inset-x-0 top-[calc(var(--safe-top)+4.5rem)] z-20 flex justify-center" role="status">
      <Button variant="primary" className="!rounded-full shadow-2" icon={<ArrowUp aria-hidden className="size-4" />} onClick={onShow}>
        {counted(count, 'new photo', 'new photos')}
      </Button>
    </div>
  );
}

function End({ query, count }: { query: GalleryData['query']; count: number }) {
  if (query.isFetchNextPageError) {
    return (
      <div className="grid justify-items-center gap-2 p-6 text-sm text-ink-muted">
        <p>Older photos could not be loaded. {query.error?.message}</p>
        <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          Try again
        </Button>
      </div>
    );
  }
  const words = query.isFetchingNextPage ? 'Loading older photos…' : !query.hasNextPage && counted(count, 'photo', 'photos');
  return words && <p className="px-4 py-6 text-center text-sm text-ink-muted">{words}</p>;
}
