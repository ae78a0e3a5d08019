import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useDeletions } from '#src/domains/photos/deletions.ts';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import type { GalleryFilter } from '#src/domains/photos/filter-search.ts';
import { NO_FILTER, isUnfiltered } from '#src/domains/photos/filter.ts';
import { useGallery, type GalleryModel } from '#src/domains/photos/use-gallery.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { FilterBar } from './filter-bar.tsx';
import { GalleryBody, type BodyHandle } from './gallery-body.tsx';
import { GallerySkeleton } from './gallery-skeleton.tsx';
import { EmptyGallery, GalleryFailure, PartFailure } from './gallery-states.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { usePhotoSelection } from './use-photo-selection.ts';

const Viewer = lazyPart(() => import('#src/domains/photos/viewer/viewer.tsx'), { name: 'the photo', close: ({ onClose }) => onClose() });

interface EventGalleryProps {
  eventId: string;
  eventName: string;
  /** The event is over: nothing will be taken any more. */
  over: boolean;
  /** Looks at a public event without having joined it. */
  isVisitor: boolean;
  /** Lets anyone with a copied link join the event; null where links must not. */
  joinCode: string | null;
  account: string;
  /** The same object as long as it says the same. */
  filter: GalleryFilter;
  probe: () => Promise<unknown>;
  /** The event itself, its people or its numbers have changed. */
  onEventChange: () => void;
  /** How many people are in the event. */
  attendees: number;
  /** The way to the camera, where this event takes new shots from this person. */
  cameraLink: ReactNode;
  /** What can be done about the event itself, given by the route; false: nothing. */
  menu: ReactNode;
  /** The entry of the history: one comes back to where one was in it. */
  entry: string;
  /** The photo that the URL opens. */
  openId: string | null;
  onFilter: (filter: GalleryFilter) => void;
  onOpen: (id: string) => void;
  /** Another photo is looked at: the URL follows without a new entry in the history. */
  onShow: (id: string) => void;
  onClose: () => void;
  /** Given by the route: images are another domain's. */
  make: (photoId: string, onClose: () => void) => ReactNode;
}

const keyOf = ({ eventId, filter: { show, by, hour } }: EventGalleryProps): string => [eventId, show, by, hour].join(' ');

/** Another event is another gallery. */
export function EventGallery(props: EventGalleryProps) {
  return <GalleryOfEvent key={props.eventId} {...props} />;
}

/** Bars over the window's ends: the event's header and bottom bar are known by their height, the bar of filters is ours. */
const EDGES =
  '[--stick:calc(3.5rem+1px+var(--safe-top))] [--under:calc(7rem+2px+var(--safe-bottom))] md:[--stick:calc(7rem+2px+var(--safe-top))] md:[--under:0px]';
const BAR =
  'sticky z-[19] flex h-[calc(3.5rem+1px)] items-center gap-0.5 border-line bg-canvas pr-[max(--spacing(2),var(--safe-right))] pl-[max(--spacing(2),var(--safe-left))] max-md:bottom-[calc(3.5rem+1px+var(--safe-bottom))] max-md:order-last max-md:border-t md:top-[calc(3.5rem+1px+var(--safe-top))] md:border-b';

/** The bar stays the same whatever is chosen in it: the focus is on it, and the finger. It comes with the first photo. */
function GalleryOfEvent(props: EventGalleryProps) {
  const { eventId, account, filter, onFilter } = props;
  const { probe, onEventChange, attendees, menu } = props;
  const gallery = useGallery({ eventId, account, filter, probe, onEventChange, attendees });
  const selection = usePhotoSelection(gallery);
  const menuSide = useMedia('(width >= 48rem)') ? 'bottom' : 'top';
  const of = keyOf(props);
  const bar = useRef<HTMLDivElement>(null);
  const { selecting } = selection;
  const { order, shape } = gallery;
  const isEmpty = isUnfiltered(filter) && order.length === 0 && !shape.isPending && !selecting;
  const deletions = useDeletions(account, eventId);
  const wasSelecting = useRef(selecting);
  useEffect(() => {
    // The button that was pressed has gone with its bar: its counterpart takes the focus.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (selecting !== wasSelecting.current && isLost) {
      bar.current?.querySelector<HTMLElement>(`[aria-label="${selecting ? 'Cancel' : 'Select'}"]`)?.focus({ preventScroll: true });
    }
    wasSelecting.current = selecting;
  }, [selecting]);
  return (
    <div className={`flex flex-1 flex-col ${EDGES}`}>
      {(!isEmpty || deletions.length > 0 || menu) && (
        <div ref={bar} className={BAR} data-filter-bar>
          {selecting ? (
            <SelectionBar gallery={gallery} selection={selection} eventId={eventId} account={account} isVisitor={props.isVisitor} />
          ) : (
            <FilterBar
              of={gallery.reader.of}
              isEmpty={isEmpty}
              menu={menu}
              onFilter={onFilter}
              onSelect={selection.begin}
              onRestore={gallery.restore}
              menuSide={menuSide}
            />
          )}
        </div>
      )}
      <FilteredPhotos key={of} of={of} gallery={gallery} selection={selection} {...props} />
    </div>
  );
}

interface FilteredPhotosProps extends EventGalleryProps {
  of: string;
  gallery: GalleryModel;
  selection: GridSelection<FeedItem>;
}

/** Another filter is looked at from its beginning. */
function FilteredPhotos(props: FilteredPhotosProps) {
  const { of, gallery, selection, eventId, eventName, account, filter, openId, entry, cameraLink, onFilter } = props;
  const { shape, order, failure } = gallery;
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const { end } = selection;
  // What was selected among these is not selected among others.
  useEffect(() => end, [end]);
  const body = useRef<BodyHandle>(null);

  // Whichever way the viewer was closed, the focus goes back to the photo that was looked at last.
  const lastOpen = useRef(openId);
  useEffect(() => {
    if (openId === null && lastOpen.current !== null) body.current?.focus(lastOpen.current);
    lastOpen.current = openId;
  }, [openId]);

  return (
    <>
      <div className="flex-1">
        {shape.data && <DataAge at={shape.dataUpdatedAt} className="justify-center px-4 py-2" />}
        {shape.error && !shape.data && (
          <GalleryFailure
            error={shape.error}
            waiting={order.length}
            canCapture={Boolean(cameraLink)}
            retrying={shape.isFetching}
            onRetry={() => void shape.refetch()}
          />
        )}
        {shape.isPending && order.length === 0 && <GallerySkeleton />}
        {shape.data && order.length === 0 && (
          <EmptyGallery filter={filter} over={props.over} cameraLink={cameraLink} onShowAll={() => onFilter(NO_FILTER)} />
        )}
        {order.length > 0 && (
          <GalleryBody
            ref={body}
            gallery={gallery}
            tracker={tracker}
            selection={selection}
            label={`Photos of ${eventName}`}
            entry={entry}
            of={of}
            openId={openId}
            onOpen={props.onOpen}
          />
        )}
      </div>
      {failure && order.length > 0 && <PartFailure error={failure} onRetry={gallery.retry} />}
      {openId !== null && (
        <Viewer
          gallery={gallery}
          eventId={eventId}
          account={account}
          isVisitor={props.isVisitor}
          joinCode={props.joinCode}
          openId={openId}
          onShow={props.onShow}
          onClose={props.onClose}
          make={props.make}
        />
      )}
    </>
  );
}
