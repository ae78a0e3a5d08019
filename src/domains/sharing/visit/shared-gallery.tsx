// A gallery link, opened without an account: header of the event, photos, picks, and the states in which there is nothing to see.
import { useInfiniteQuery, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { formatCount, formatFullDate, formatTimeOfDay, pluralize } from '#src/lib/format.ts';
import { browserDownload } from '#src/shell/browser-download.ts';
import { NEEDS_CONNECTION, offlineTitle, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { SectionFilter } from '#src/shell/filter-menu.tsx';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { QueryFailure, QueryState } from '#src/shell/query-state.tsx';
import type { LightboxList } from '#src/shell/stage/lightbox.ts';
import { useEventTheme } from '#src/shell/use-event-theme.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { canSharePhotos } from '#src/ui/export-photos.ts';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import type { GridHandle } from '#src/ui/grid/grid.tsx';
import { useSelection } from '#src/ui/grid/use-selection.ts';
import { CalendarDays, Download, Hourglass, Images, Link2, ListChecks, Heart, MapPin } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import type { SharedDownload } from './download-dialog.tsx';
import { NameDialog } from './pick-dialogs.tsx';
import { PicksBar } from './picks-bar.tsx';
import {
  type SharedEvent,
  type SharedGallery,
  sharedGalleryQuery,
  type SharedPhoto,
  sharedPhotosKey,
  sharedPhotosQuery,
  sharedPhotoUrl,
} from './queries.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SharedGrid } from './shared-grid.tsx';
import { listPhotos, MAX_SELECTED } from './shared-photo.ts';
import type { SharedViewerProps } from './shared-viewer.tsx';
import { UnlockForm } from './unlock-form.tsx';
import { usePicks } from './use-picks.ts';
import { useSharedStream } from './use-shared-stream.ts';

const SharedViewer = lazyPart<SharedViewerProps>(() => import('./shared-viewer.tsx'), {
  name: 'the photo',
  close: ({ onClose }) => onClose(),
});

const SharedDownloadDialog = lazyPart(() => import('./download-dialog.tsx'), {
  name: 'the dialog',
  close: ({ onClose }) => onClose(),
});

const RevealCountdown = lazyPart(() => import('#src/shell/reveal-countdown.tsx'), { name: 'the countdown' });

export interface SharedPageProps {
  token: string;
  /** The photo that the URL opens. */
  openId: string | null;
  /** Only the visitor's picks. */
  picked: boolean;
  onPicked: (picked: boolean) => void;
  /** Only the photos of this section; null: all. */
  section: string | null;
  onSection: (section: string | null) => void;
  onOpen: (id: string) => void;
  onShow: (id: string) => void;
  onClose: () => void;
}

export function SharedPage(props: SharedPageProps) {
  const { token } = props;
  const client = useQueryClient();
  const query = useQuery(sharedGalleryQuery(token));
  const { refetch } = query;
  const connection = useConnection();
  useRefetchOnReconnect(query);
  /** The stream has ended the visit; what the link is now is being asked. */
  const [closed, setClosed] = useState(false);
  const refusal = query.error instanceof ApiError ? query.error.status : null;
  const isOver = closed || refusal === 410;
  const gallery = query.data;
  useDocumentTitle(isOver || !gallery?.event ? 'Shared gallery' : gallery.event.name);
  useEffect(() => {
    if (isOver || gallery?.state === 'locked') client.removeQueries({ queryKey: sharedPhotosKey(token) });
  }, [client, token, isOver, gallery?.state]);
  const onClosed = useCallback(async () => {
    setClosed(true);
    // Locked by a new password, or open again after all.
    if ((await refetch()).isSuccess) setClosed(false);
  }, [refetch]);

  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh flex-col outline-none">
      <meta name="robots" content="noindex" />
      {isOver ? (
        <LinkState
          icon={<Hourglass />}
          title="This gallery has ended"
          actions={
            <Button loading={query.isFetching} disabledReason={connection !== 'online' && NEEDS_CONNECTION} onClick={() => void onClosed()}>
              Try again
            </Button>
          }
        >
          Ask whoever sent you the link for a new one, or try again if they opened it again.
        </LinkState>
      ) : refusal === 404 || refusal === 422 ? (
        <LinkState icon={<Link2 />} title="This link doesn’t exist">
          Check that you have all of it.
        </LinkState>
      ) : (
        <QueryState
          query={query}
          skeleton={<PageSkeleton />}
          failed="Couldn’t open the gallery"
          offline="The gallery needs a connection."
          as="page"
        >
          {(found) =>
            found.event ? (
              <EventOfLink token={token} gallery={found} event={found.event}>
                {found.state === 'open' ? (
                  <OpenGallery {...props} gallery={found} event={found.event} onClosed={() => void onClosed()} />
                ) : (
                  <ClosedGallery token={token} query={query} gallery={found} event={found.event} onClosed={() => void onClosed()} />
                )}
              </EventOfLink>
            ) : (
              <UnlockForm token={token} organization={found.organization} />
            )
          }
        </QueryState>
      )}
    </main>
  );
}

function LinkState({ icon, title, actions, children }: { icon: ReactNode; title: string; actions?: ReactNode; children: string }) {
  return (
    <div className="grid flex-1 place-content-center">
      <ScreenState as="page" announce="politely" icon={icon} title={title} actions={actions}>
        {children}
      </ScreenState>
    </div>
  );
}

const WIDTH = 'mx-auto w-full max-w-6xl px-4 sm:px-6';

interface EventOfLinkProps {
  token: string;
  gallery: SharedGallery;
  event: SharedEvent;
  children: ReactNode;
}

/** The event's header in the colors of its organization. */
function EventOfLink({ token, gallery, event, children }: EventOfLinkProps) {
  useEventTheme(event);
  const { starts_at: start, time_zone: zone, branding } = event;
  return (
    <>
      <header className={`${WIDTH} grid grid-cols-[minmax(0,1fr)] gap-4 pt-[calc(1rem+var(--safe-top))] pb-5 sm:pb-6`}>
        <div className="flex min-h-10 items-center gap-3">
          {branding.logo_url && <FallbackImage src={apiUrl(branding.logo_url)} alt="" className="h-9 max-w-28 object-contain" />}
          <p className="min-w-0 flex-1 truncate text-sm font-medium text-ink-muted">{event.organization_name}</p>
          <OfflineIndicator className="shrink-0" />
        </div>
        {gallery.cover_photo_id && (
          <FallbackImage
            src={sharedPhotoUrl(token, { id: gallery.cover_photo_id, watermark: null }, 'preview')}
            alt=""
            className="aspect-[3/2] max-h-96 w-full rounded-xl bg-sunken object-cover sm:aspect-[3/1]"
          />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l-4 border-accent pl-4">
          <h1 className="text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl">{event.name}</h1>
          {gallery.name && <p className="text-ink-muted wrap-anywhere">{gallery.name}</p>}
        </div>
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted [&_svg]:size-4 [&_svg]:shrink-0">
          <Fact name="When" icon={<CalendarDays aria-hidden />}>
            <time dateTime={start}>
              {formatFullDate(start, zone)}, {formatTimeOfDay(start, zone)}
            </time>
          </Fact>
          {event.location && (
            <Fact name="Where" icon={<MapPin aria-hidden />}>
              {event.location}
            </Fact>
          )}
          {gallery.state === 'open' && (
            <Fact name="Photos" icon={<Images aria-hidden />}>
              {pluralize(gallery.photos_count, 'photo', 'photos')}
            </Fact>
          )}
        </dl>
      </header>
      {children}
    </>
  );
}

function Fact({ name, icon, children }: { name: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt>
        {icon}
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

interface ClosedGalleryProps {
  token: string;
  query: UseQueryResult<SharedGallery>;
  gallery: SharedGallery;
  event: SharedEvent;
  onClosed: () => void;
}

/** Waits for the organization, or for the time that it set. */
function ClosedGallery({ token, query, gallery, event, onClosed }: ClosedGalleryProps) {
  const refetch = () => void query.refetch();
  useSharedStream(token, {
    pages: 1,
    position: gallery.stream_position,
    onChanged: refetch,
    onClosed,
    probe: () => query.refetch({ throwOnError: true }),
  });
  if (gallery.reveals_at !== null) return <RevealCountdown at={gallery.reveals_at} zone={event.time_zone} onDue={refetch} />;
  return (
    <ScreenState
      icon={<Hourglass />}
      title="Not open yet"
      actions={
        <Button loading={query.isFetching} onClick={refetch}>
          Check again
        </Button>
      }
    >
      {event.organization_name} hasn’t opened this gallery yet. The same link will show the photos once it’s open.
    </ScreenState>
  );
}

interface OpenGalleryProps extends SharedPageProps {
  gallery: SharedGallery;
  event: SharedEvent;
  onClosed: () => void;
}

function OpenGallery(props: OpenGalleryProps) {
  const { token, gallery, event, openId, picked, onPicked, section, onSection, onOpen, onShow, onClose, onClosed } = props;
  const client = useQueryClient();
  const query = useInfiniteQuery(sharedPhotosQuery(token, section));
  useRefetchOnReconnect(query);
  const connection = useConnection();
  const picks = usePicks(token, gallery.picks_limit);
  const [downloads, setDownloads] = useState<SharedDownload | null>(null);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  useSharedStream(token, {
    pages: data?.pages.length ?? 1,
    position: Math.min(gallery.stream_position, data?.pages[0]?.stream_position ?? Infinity),
    onChanged: () => void client.invalidateQueries({ queryKey: ['shared', token] }),
    onClosed,
    probe: () => client.fetchQuery(sharedGalleryQuery(token)),
  });

  const loaded = useMemo(() => listPhotos(data?.pages ?? []), [data]);
  const isFiltered = picked && gallery.picks_limit !== null;
  const photos = useMemo(() => (isFiltered ? loaded.filter(({ id }) => picks.picks.has(id)) : loaded), [isFiltered, loaded, picks.picks]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);
  // Picks may be further down than what was scrolled to, and a link may lead to any photo.
  const known = useMemo(() => new Set(loaded.map(({ id }) => id)), [loaded]);
  const lacks = (isFiltered && [...picks.picks.keys()].some((id) => !known.has(id))) || (openId !== null && !known.has(openId));
  useEffect(() => {
    if (lacks) more();
  }, [lacks, more]);

  const total = section === null ? gallery.photos_count : (gallery.sections.find(({ id }) => id === section)?.photos_count ?? 0);
  const { list, order } = useLists(photos, !isFiltered && hasNextPage ? total : 0, more);
  const onSee = useCallback((last: number) => void (!isFiltered && last >= loaded.length - 1 && more()), [isFiltered, loaded.length, more]);
  /** Loads pages up to the last of these photos. */
  const collect = async (first: number, last: number, progress: (read: number) => void, signal: AbortSignal) => {
    let photosNow = photos;
    for (let more = hasNextPage && !isFiltered; photosNow.length <= last && more;) {
      signal.throwIfAborted();
      const next = await fetchNextPage({ cancelRefetch: false });
      if (next.error) throw next.error;
      photosNow = listPhotos(next.data?.pages ?? []);
      more = next.hasNextPage;
      progress(photosNow.length);
    }
    return photosNow.slice(first, last + 1);
  };
  const selection = useSelection<SharedPhoto>({
    list,
    max: MAX_SELECTED,
    isGone: (id) => data !== undefined && !known.has(id),
    collect,
    onTooMany: () => toast.info(`You can select up to ${formatCount(MAX_SELECTED)} photos`),
    onFailure: (error) => toast.error('Couldn’t load all photos', { detail: describeFailure(error).detail }),
  });
  const grid = useRef<GridHandle>(null);
  useFocusOnClose(openId, (id) => grid.current?.focus(order.indexOf(id)));

  const offersDownloads = gallery.downloads !== 'off' && gallery.photos_count > 0;
  const selecting = offersDownloads && selection.selecting;
  const bar = useRef<HTMLDivElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  const wasSelecting = useRef(selecting);
  useEffect(() => {
    // The focused button was replaced by the other bar.
    if (selecting !== wasSelecting.current && document.activeElement === document.body)
      (selecting ? bar : selectButton).current?.focus({ preventScroll: true });
    wasSelecting.current = selecting;
  }, [selecting]);
  const offersSections = gallery.sections.length > 0 || section !== null;
  const download = async (photo: SharedPhoto) => {
    try {
      // A download cannot explain a refusal.
      const now = await client.fetchQuery(sharedGalleryQuery(token));
      if (now.downloads === 'off') toast.info('Downloads are off for this gallery');
      else browserDownload(sharedPhotoUrl(token, photo, 'download'));
    } catch (error) {
      toast.error('Couldn’t download the photo', { detail: describeFailure(error).detail });
    }
  };

  return (
    <>
      {selecting && (
        <SelectionBar
          ref={bar}
          selection={selection}
          total={list.length}
          className={WIDTH}
          onDownload={(chosen) => {
            const [only] = chosen;
            if (only && chosen.length === 1 && !canSharePhotos()) void download(only);
            else setDownloads({ kind: 'selected', photos: chosen });
          }}
        />
      )}
      {gallery.picks_limit !== null && !selecting && (
        <PicksBar picks={picks} limit={gallery.picks_limit} picked={picked} onPicked={onPicked} className={WIDTH} />
      )}
      <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 pb-[max(--spacing(8),var(--safe-bottom))] sm:px-6">
        {connection !== 'online' && data && (
          <div className="px-4 sm:px-0">
            <Banner title={offlineTitle(connection)}>The gallery needs a connection. What is loaded stays on this page.</Banner>
          </div>
        )}
        {(offersDownloads || offersSections) && !selecting && (
          <div className={cn('flex flex-wrap items-center gap-3 px-4 sm:px-0', gallery.picks_limit !== null && 'pt-4')}>
            {offersDownloads && (
              <Button
                icon={<Download aria-hidden className="size-4" />}
                disabledReason={
                  (isFiltered && photos.length === 0 && 'Pick a photo first.') || (connection !== 'online' && NEEDS_CONNECTION)
                }
                onClick={() => setDownloads(isFiltered ? { kind: 'picks', photos } : { kind: 'all' })}
              >
                {isFiltered ? 'Download my picks' : 'Download all'}
              </Button>
            )}
            {offersDownloads && (
              <Button ref={selectButton} icon={<ListChecks aria-hidden className="size-4" />} onClick={selection.begin}>
                Select
              </Button>
            )}
            <SectionFilter sections={gallery.sections} value={section} onChange={onSection} side="bottom" />
          </div>
        )}
        <QueryState query={query} skeleton={<GridSkeleton />} failed="Couldn’t load the photos" offline="The gallery needs a connection.">
          {() =>
            photos.length > 0 ? (
              <SharedGrid
                ref={grid}
                token={token}
                zone={event.time_zone}
                list={list}
                picks={picks}
                selection={offersDownloads ? selection : null}
                onSee={onSee}
                onOpen={onOpen}
              />
            ) : isFiltered ? (
              <EmptyState icon={<Heart />} title="Nothing picked yet" actions={<Button onClick={() => onPicked(false)}>All photos</Button>}>
                Press the heart on a photo to pick it.
              </EmptyState>
            ) : section !== null ? (
              <EmptyState
                icon={<Images />}
                title="No photos in this section"
                actions={<Button onClick={() => onSection(null)}>Whole gallery</Button>}
              />
            ) : (
              <EmptyState icon={<Images />} title="No photos yet">
                Photos appear here as soon as there are any.
              </EmptyState>
            )
          }
        </QueryState>
        {isFetchNextPageError && (
          <QueryFailure
            error={query.error}
            failed="Couldn’t load more photos"
            offline="The gallery needs a connection."
            onRetry={() => void fetchNextPage()}
            retrying={query.isFetchingNextPage}
          />
        )}
      </div>
      {openId !== null && (
        <SharedViewer
          token={token}
          zone={event.time_zone}
          list={order}
          openId={openId}
          picks={picks}
          onDownload={gallery.downloads === 'off' ? null : (photo) => void download(photo)}
          onShow={onShow}
          onClose={onClose}
        />
      )}
      {downloads !== null && (
        <SharedDownloadDialog
          token={token}
          gallery={gallery}
          picked={picks.picks.size}
          what={downloads}
          onClose={() => setDownloads(null)}
        />
      )}
      {picks.asksName && <NameDialog picks={picks} />}
    </>
  );
}

/** Items to load ahead of the open photo. */
const NEAR_END = 12;

/** The photos for the grid, which has room for those that follow, and for the viewer. */
function useLists(photos: readonly SharedPhoto[], total: number, onNearEnd: () => void) {
  return useMemo(() => {
    const places = new Map(photos.map(({ id }, index) => [id, index]));
    const at = (index: number) => photos[index];
    const indexOf = (id: string) => places.get(id) ?? -1;
    const order: LightboxList<SharedPhoto> = {
      length: photos.length,
      at,
      indexOf,
      want: (_first, last) => void (last >= photos.length - NEAR_END && onNearEnd()),
    };
    return { order, list: { length: Math.max(photos.length, total), at, indexOf } };
  }, [photos, total, onNearEnd]);
}

/** However the viewer closes, the last viewed photo gets the focus. */
function useFocusOnClose(openId: string | null, onClosed: (id: string) => void): void {
  const last = useRef(openId);
  const focus = useEffectEvent(onClosed);
  useEffect(() => {
    if (openId === null && last.current !== null) focus(last.current);
    last.current = openId;
  }, [openId]);
}

function PageSkeleton() {
  return (
    <Loading label="Opening the gallery" className="flex flex-1 flex-col gap-5">
      <div className={`${WIDTH} grid gap-4 pt-6`}>
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-4 w-48" />
      </div>
      <Squares />
    </Loading>
  );
}

const GridSkeleton = () => (
  <Loading label="Loading the photos">
    <Squares />
  </Loading>
);

const Squares = () => (
  <div className="mx-auto grid w-full max-w-6xl grid-cols-2 gap-[3px] sm:grid-cols-4 sm:px-6">
    {Array.from({ length: 12 }, (_, tile) => (
      <Skeleton key={tile} className="aspect-square !rounded-none" />
    ))}
  </div>
);
