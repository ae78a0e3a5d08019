// The photo viewer. The URL contains the photo; the back button closes.
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type CSSProperties, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useEventZone } from '#src/domains/photos/labels.ts';
import type { FeedItem, PhotoSequence } from '#src/domains/photos/photo-list.ts';
import { photoQuery } from '#src/domains/photos/queries.ts';
import type { Gallery } from '#src/domains/photos/use-gallery.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { type Lightbox, openLightbox } from '#src/shell/stage/lightbox.ts';
import { makeInert } from '#src/shell/stage/lightbox.ts';
import { useCurrentPhoto } from '#src/shell/stage/use-current-photo.ts';
import { useFullScreen } from '#src/shell/stage/use-full-screen.ts';
import { ApiError } from '#src/transport/problem.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChevronLeft, ChevronRight, Maximize, Minimize, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';
import { DetailsPanel, Headline } from './details-panel.tsx';
import { PhotoActions } from './photo-actions.tsx';
import { photoSlides } from './slides.ts';

const VerdictBar = lazyPart(() => import('./verdict-bar.tsx'), { name: 'the approval buttons' });

const NO_LONGER_AVAILABLE = 'This photo is no longer available';

interface ViewerProps {
  gallery: Gallery;
  eventId: string;
  account: string;
  /** Views a public event without having joined. */
  isVisitor: boolean;
  /** Included in copied links, so that anyone can join; null if links must not contain it. */
  joinCode: string | null;
  openId: string;
  onShow: (id: string) => void;
  onClose: () => void;
  make: ComponentProps<typeof PhotoActions>['make'];
}

export default function PhotoViewer({ gallery, eventId, account, isVisitor, joinCode, openId, onShow, onClose, make }: ViewerProps) {
  const { hidden } = gallery;
  const zone = useEventZone();
  const order = useViewerList(gallery, eventId, openId, onClose);
  const stage = useRef<Lightbox<FeedItem> | null>(null);
  const detailsButton = useRef<HTMLButtonElement>(null);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [detailsOpen, setDetailsOpen] = useState(false);
  const [room, setRoom] = useState({ right: 0, bottom: 0 });
  const fullScreen = useFullScreen();
  const shownNow = useRef<string | null>(openId);
  const wanted = useRef<{ id: string; insteadOf: string | null } | null>(null);
  const { shownId, show, settle } = useCurrentPhoto(openId, onShow, (id) => {
    // One that was just posted may not be in the list yet.
    if (order.indexOf(id) === -1) wanted.current = { id, insteadOf: shownNow.current };
    else stage.current?.show(id);
  });

  const closeDetails = () => {
    setDetailsOpen(false);
    detailsButton.current?.focus();
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const target = event.target instanceof Element ? event.target : null;
    // An open menu or dialog handles the keys.
    if (event.defaultPrevented || target?.closest('input, textarea, [role="menu"], [role="dialog"]:not(.pswp)')) return true;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = event.key.toLowerCase();
    if (detailsOpen && (key === 'escape' || key === 'i')) closeDetails();
    else if (key === 'i') setDetailsOpen(true);
    else if (key === 'f' && fullScreen) fullScreen.toggle();
    else return false;
    return true;
  };
  const latest = useRef({ order, openId, onClose, onKey, locate: gallery.locate, zone });
  useEffect(() => {
    latest.current = { order, openId, onClose, onKey, locate: gallery.locate, zone };
    shownNow.current = shownId;
  });

  const opened = order.indexOf(openId) !== -1 || element !== null;
  useEffect(() => {
    if (!opened) return undefined;
    let closedFromHere = false;
    const opening = openLightbox(latest.current.order, latest.current.openId, photoSlides(latest.current.zone), {
      onShow: show,
      onClosing: settle,
      onClosed: () => closedFromHere || latest.current.onClose(),
      onKey: (event) => latest.current.onKey(event),
      onGone: () => void toast.info(NO_LONGER_AVAILABLE),
      isGone: async (id) => (await latest.current.locate(id)) === null,
    });
    stage.current = opening;
    setElement(opening.element);
    const release = makeInert();
    opening.element.focus();
    return () => {
      closedFromHere = true;
      release();
      stage.current = null;
      opening.destroy();
    };
  }, [opened, settle, show]);

  useEffect(() => {
    stage.current?.update(order, hidden);
    const { current: next } = wanted;
    if (next === null || order.indexOf(next.id) === -1) return;
    if (shownNow.current === next.insteadOf) stage.current?.show(next.id);
    wanted.current = null;
  }, [order, hidden]);
  useShowRestored(order, hidden, (id) => stage.current?.show(id));
  const onRoom = useCallback((now: { right: number; bottom: number }) => {
    setRoom(now);
    stage.current?.leaveRoom(now);
  }, []);

  const index = shownId === null ? -1 : order.indexOf(shownId);
  const item = index === -1 ? undefined : order.at(index);
  if (!element) return null;
  return createPortal(
    <>
      <div className="photo-stage-controls" style={{ '--room-right': `${room.right}px` } as CSSProperties}>
        <div className="photo-stage-bar">
          <IconButton size="lg" label="Close" icon={<X aria-hidden className="size-6" />} onClick={() => stage.current?.close()} />
          {item && <Headline item={item} number={index + 1} of={order.length} />}
          {fullScreen && (
            <IconButton
              size="lg"
              label={fullScreen.on ? 'Exit full screen' : 'Full screen'}
              icon={fullScreen.on ? <Minimize aria-hidden className="size-6" /> : <Maximize aria-hidden className="size-6" />}
              onClick={fullScreen.toggle}
            />
          )}
        </div>
        <IconButton
          size="lg"
          label="Previous photo"
          className="photo-stage-step left-2"
          icon={<ChevronLeft aria-hidden className="size-7" />}
          onClick={() => stage.current?.previous()}
        />
        <IconButton
          size="lg"
          label="Next photo"
          className="photo-stage-step photo-stage-next"
          icon={<ChevronRight aria-hidden className="size-7" />}
          onClick={() => stage.current?.next()}
        />
        <div className="photo-stage-foot">
          {item?.kind === 'stored' && item.photo.can.moderate && <VerdictBar key={item.id} photo={item.photo} {...{ eventId, account }} />}
          {item && (
            <PhotoActions
              item={item}
              isVisitor={isVisitor}
              joinCode={joinCode}
              detailsOpen={detailsOpen}
              detailsButton={detailsButton}
              onDetails={() => (detailsOpen ? closeDetails() : setDetailsOpen(true))}
              onLike={(liked) => void gallery.setLiked(item.id, liked)}
              onDelete={(photo) => gallery.remove([photo])}
              make={make}
            />
          )}
        </div>
      </div>
      {detailsOpen && item && <DetailsPanel item={item} onClose={closeDetails} onRoom={onRoom} />}
    </>,
    element,
  );
}

/** Shows a photo that reappears after an undo or a refused deletion. */
function useShowRestored(order: Gallery['order'], hidden: ReadonlySet<string>, show: (id: string) => void): void {
  const before = useRef(hidden);
  const toShow = useRef<readonly string[]>([]);
  const showAgain = useEffectEvent(show);
  useEffect(() => {
    const unhidden = [...before.current].filter((id) => !hidden.has(id));
    before.current = hidden;
    if (unhidden.length > 0) toShow.current = unhidden;
    const restored = toShow.current.find((id) => order.indexOf(id) !== -1);
    if (restored === undefined) return;
    toShow.current = [];
    showAgain(restored);
  }, [order, hidden]);
}

const EMPTY_SEQUENCE: PhotoSequence = { length: 0, at: () => undefined, indexOf: () => -1, want: () => undefined };

const singlePhotoList = (item: FeedItem): PhotoSequence => ({
  length: 1,
  at: (index) => (index === 0 ? item : undefined),
  indexOf: (id) => (id === item.id ? 0 : -1),
  want: () => undefined,
});

/**
 * The viewer's list: the gallery's, or only the photo of the URL if the gallery does not include it.
 * @param onClose called if the photo cannot be loaded
 */
function useViewerList(gallery: Gallery, eventId: string, openId: string, onClose: () => void): PhotoSequence {
  const { order, hidden, withPendingLike, isOutboxRead } = gallery;
  const [startId] = useState(openId);
  const inList = order.indexOf(startId) !== -1;
  const [place, setPlace] = useState<'sought' | 'in-list' | 'alone'>(inList ? 'in-list' : 'sought');

  const locate = useEffectEvent((id: string) => gallery.locate(id));
  useEffect(() => {
    // Waits for the outbox: the server does not know waiting photos.
    if (place !== 'sought' || !isOutboxRead) return undefined;
    let isCurrent = true;
    // A single photo may be cached even while offline.
    locate(startId).then(
      (index) => isCurrent && setPlace(index === null ? 'alone' : 'in-list'),
      () => isCurrent && setPlace('alone'),
    );
    return () => void (isCurrent = false);
  }, [place, startId, isOutboxRead]);

  const isAlone = place === 'alone' && !inList;
  const { data, error } = useQuery({ ...photoQuery(eventId, startId), enabled: isAlone });
  useEffect(() => {
    if (!error || !isAlone) return;
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
    toast.info(gone ? NO_LONGER_AVAILABLE : 'Couldn’t open this photo', gone ? {} : { detail: describeFailure(error).detail });
    onClose();
  }, [error, isAlone, onClose]);

  return useMemo(() => {
    if (!isAlone) return order;
    if (!data || hidden.has(data.id)) return EMPTY_SEQUENCE;
    return singlePhotoList({ kind: 'stored', id: data.id, photo: withPendingLike(data) });
  }, [order, isAlone, data, hidden, withPendingLike]);
}
