import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { components } from '#openapi/api.ts';
import type { GalleryFilter } from '#src/domains/photos/filter-search.ts';
import { isUnfiltered, NO_FILTER } from '#src/domains/photos/filter.ts';
import { emptyGalleryWords, type ShownPhotos } from '#src/domains/photos/labels.ts';
import type { FeedItem } from '#src/domains/photos/photo-list.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { HiddenSections, sectionsQuery, useHiddenSections } from '#src/domains/photos/sections/sections-query.ts';
import { useDeletions } from '#src/domains/photos/use-deletion.ts';
import { type GalleryModel, useGallery } from '#src/domains/photos/use-gallery.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryFailure } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { MenuItem } from '#src/ui/dropdown-menu.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Camera, Clock, CloudOff, Download, Heart, Images, Sparkles, Smartphone, UserRound } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { FilterBar } from './filter-bar.tsx';
import { type BodyHandle, GalleryBody } from './gallery-body.tsx';
import { GallerySkeleton } from './gallery-skeleton.tsx';
import { SelectionBar, usePhotoSelection } from './selection-bar.tsx';

const Viewer = lazyPart(() => import('#src/domains/photos/viewer/viewer.tsx'), { name: 'the photo', close: ({ onClose }) => onClose() });

const DownloadDialog = lazyPart(() => import('./download-dialog.tsx'), { name: 'the dialog', close: ({ onClose }) => onClose() });

const MoveDialog = lazyPart(() => import('#src/domains/photos/sections/move-dialog.tsx'), {
  name: 'the dialog',
  close: ({ onClose }) => onClose(),
});

interface EventGalleryProps {
  eventId: string;
  eventName: string;
  /** The event is over: no more photos will be taken. */
  over: boolean;
  shows: ShownPhotos;
  /** Visitors view a public event without having joined. */
  relation: components['schemas']['Event']['relation'];
  /** Participants may download the photos of others. */
  allowsDownloads: boolean;
  /** Included in copied links, so that anyone can join; null if links must not contain it. */
  joinCode: string | null;
  account: string;
  /** Must be referentially stable. */
  filter: GalleryFilter;
  probe: () => Promise<unknown>;
  /** Called when the event, its people or its figures changed. */
  onEventChange: () => void;
  /** The number of people in the event. */
  attendees: number;
  /** A link to the camera, if this person can take photos now. */
  cameraLink: ReactNode;
  /** Renders the event's menu, which belongs to another domain, with items of the gallery; false if there is none. */
  menu: (items: ReactNode) => ReactNode;
  /** The key of the history entry, to restore the scroll position. */
  entry: string;
  /** The photo that the URL opens. */
  openId: string | null;
  onFilter: (filter: GalleryFilter) => void;
  onOpen: (id: string) => void;
  /** Updates the URL for another photo without a new history entry. */
  onShow: (id: string) => void;
  onClose: () => void;
  /** Renders the form of a gallery link to these photos, which belongs to another domain; null if this person can't create one. */
  share: ((photoIds: readonly string[], onClose: () => void) => ReactNode) | null;
  /** Renders the restyling of many photos, or of the gallery (null), which belongs to another domain. */
  restyle: (photoIds: readonly string[] | null, sectionId: string | null, onClose: () => void) => ReactNode;
  /** Renders image generation, which belongs to another domain. */
  make: (photoId: string, onClose: () => void) => ReactNode;
}

const keyOf = ({ eventId, filter: { show, by, hour, section } }: EventGalleryProps): string => [eventId, show, by, hour, section].join(' ');

export function EventGallery(props: EventGalleryProps) {
  return <GalleryOfEvent key={props.eventId} {...props} />;
}

/** The heights of the event's header and bottom bar, and of the filter bar. */
const EDGES =
  '[--stick:calc(3.5rem+1px+var(--safe-top))] [--under:calc(7rem+2px+var(--safe-bottom))] md:[--stick:calc(7rem+2px+var(--safe-top))] md:[--under:0px]';
const BAR =
  'sticky z-[19] flex min-h-[calc(3.5rem+1px)] items-center gap-0.5 border-line bg-canvas pr-[max(--spacing(2),var(--safe-right))] pl-[max(--spacing(2),var(--safe-left))] max-md:bottom-[calc(3.5rem+1px+var(--safe-bottom))] max-md:order-last max-md:border-t md:top-[calc(3.5rem+1px+var(--safe-top))] md:border-b';

/** The filter bar is not remounted by another filter, so that it retains the focus. It appears with the first photo. */
function GalleryOfEvent(props: EventGalleryProps) {
  const { eventId, account, filter, onFilter } = props;
  const { probe, onEventChange, attendees, menu, relation } = props;
  const isVisitor = relation === 'visitor';
  const isStaff = relation === 'organization';
  const gallery = useGallery({ eventId, account, filter, probe, onEventChange, attendees });
  const selection = usePhotoSelection(gallery);
  const isPhone = !useMedia('(width >= 48rem)');
  const of = keyOf(props);
  const bar = useRef<HTMLDivElement>(null);
  const { selecting } = selection;
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  /** Photos to download; null: all. */
  const [downloads, setDownloads] = useState<readonly Photo[] | null>();
  const [moving, setMoving] = useState<string[]>();
  const [sharing, setSharing] = useState<string[]>();
  /** Photos to restyle; null: all. */
  const [restyling, setRestyling] = useState<string[] | null>();
  const { order, shape } = gallery;
  const isEmpty = isUnfiltered(filter) && order.length === 0 && !shape.isPending && !selecting;
  const deletions = useDeletions(account, eventId);
  const hidden = useHiddenSections(eventId);
  const section = useQuery(sectionsQuery(eventId)).data?.find(({ id }) => id === filter.section) ?? null;
  const ofAll = (what: string) => (section ? `${what} “${section.name}”` : `${what} all`);
  /** On all photos that are shown. On a phone they are in the menu: the row has room for the filters alone. */
  const actions = [
    ...((isStaff || (!isVisitor && props.allowsDownloads)) && !isEmpty
      ? [{ label: ofAll('Download'), icon: Download, run: () => setDownloads(null) }]
      : []),
    ...(isStaff && !isEmpty ? [{ label: ofAll('Restyle'), icon: Sparkles, run: () => setRestyling(null) }] : []),
  ];
  const eventMenu = menu(
    isPhone &&
      actions.length > 0 &&
      actions.map(({ label, icon: Icon, run }) => (
        <MenuItem key={label} disabledReason={offline} icon={<Icon aria-hidden />} onSelect={run}>
          {label}
        </MenuItem>
      )),
  );
  const wasSelecting = useRef(selecting);
  useEffect(() => {
    // Moves the focus to the corresponding button of the other bar, because the focused one was unmounted.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (selecting !== wasSelecting.current && isLost) {
      bar.current?.querySelector<HTMLElement>(`[aria-label="${selecting ? 'Cancel' : 'Select'}"]`)?.focus({ preventScroll: true });
    }
    wasSelecting.current = selecting;
  }, [selecting]);
  return (
    <div className={`flex flex-1 flex-col ${EDGES}`}>
      {(!isEmpty || deletions.length > 0 || eventMenu) && (
        <div ref={bar} className={BAR} data-filter-bar>
          {selecting ? (
            <SelectionBar
              {...{ gallery, selection, eventId, account }}
              isVisitor={isVisitor}
              onDownload={setDownloads}
              onMove={setMoving}
              onRestyle={setRestyling}
              onCreateLink={props.share && setSharing}
            />
          ) : (
            <FilterBar
              of={gallery.reader.of}
              isEmpty={isEmpty}
              menu={
                <>
                  {!isPhone &&
                    actions.map(({ label, icon: Icon, run }) => (
                      <IconButton
                        key={label}
                        label={label}
                        disabledReason={offline}
                        icon={<Icon aria-hidden className="size-5" />}
                        onClick={run}
                      />
                    ))}
                  {eventMenu}
                </>
              }
              onFilter={onFilter}
              onSelect={selection.begin}
              onRestore={gallery.restore}
              menuSide={isPhone ? 'top' : 'bottom'}
            />
          )}
        </div>
      )}
      {downloads !== undefined && (
        <DownloadDialog {...{ eventId, account, isStaff, section }} photos={downloads} onClose={() => setDownloads(undefined)} />
      )}
      {moving && <MoveDialog {...{ eventId, account }} photoIds={moving} onMoved={selection.end} onClose={() => setMoving(undefined)} />}
      {restyling !== undefined && props.restyle(restyling, section?.id ?? null, () => setRestyling(undefined))}
      {sharing && props.share?.(sharing, () => setSharing(undefined))}
      <HiddenSections value={hidden}>
        <FilteredPhotos key={of} of={of} gallery={gallery} selection={selection} {...props} />
      </HiddenSections>
    </div>
  );
}

interface FilteredPhotosProps extends EventGalleryProps {
  of: string;
  gallery: GalleryModel;
  selection: GridSelection<FeedItem>;
}

/** Remounted for another filter, to start at the top. */
function FilteredPhotos(props: FilteredPhotosProps) {
  const { of, gallery, selection, eventId, eventName, account, filter, openId, entry, cameraLink, onFilter } = props;
  const { shape, order, failure } = gallery;
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const { end } = selection;
  // A selection applies only to one filter.
  useEffect(() => end, [end]);
  const body = useRef<BodyHandle>(null);

  // However the viewer closes, the last viewed photo gets the focus.
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
          <EmptyGallery
            filter={filter}
            over={props.over}
            shows={props.shows}
            cameraLink={cameraLink}
            onShowAll={() => onFilter(NO_FILTER)}
          />
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
          isVisitor={props.relation === 'visitor'}
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

interface EmptyProps {
  filter: GalleryFilter;
  /** No more photos will be taken. */
  over: boolean;
  shows: ShownPhotos;
  /** A link to the camera, if this person can take photos now. */
  cameraLink: ReactNode;
  onShowAll: () => void;
}

function EmptyGallery({ filter, over, shows, cameraLink, onShowAll }: EmptyProps) {
  if (isUnfiltered(filter)) {
    return (
      <EmptyState icon={cameraLink ? <Camera /> : <Images />} title={over ? 'No photos' : 'No photos yet'} actions={cameraLink}>
        {emptyGalleryWords({ over, camera: Boolean(cameraLink), shows })}
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

function emptyMessage({ show, by, hour, section }: GalleryFilter, over: boolean): { icon: ReactNode; title: string; words: string } {
  const narrow = by !== null || hour !== null || section !== null;
  if (show === 'liked') {
    const words = narrow ? 'No photos you like match these filters.' : 'Photos you like appear here.';
    return { icon: <Heart />, title: 'No liked photos', words };
  }
  if (show === 'waiting') {
    const words = `Photos that are only on this ${deviceLabel} or waiting for approval appear here.`;
    return { icon: <Smartphone />, title: 'All caught up', words };
  }
  if (show === 'mine' && hour === null && section === null) {
    const words = over ? 'You didn’t take any photos at this event.' : 'Photos you take at this event appear here.';
    return { icon: <UserRound />, title: over ? 'No photos of yours' : 'You haven’t taken any photos yet', words };
  }
  return { icon: <Clock />, title: 'No matching photos', words: 'No photos match all of these filters.' };
}

interface FailureProps {
  error: Error;
  /** The number of this account's waiting photos of this event. */
  waiting: number;
  canCapture: boolean;
  retrying: boolean;
  onRetry: () => void;
}

function GalleryFailure({ error, waiting, canCapture, retrying, onRetry }: FailureProps) {
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

/** Some visible photos could not be loaded; their tiles stay empty. */
function PartFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
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
            ? `Some photos aren’t on this ${deviceLabel}. They’ll load once the server responds.`
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
