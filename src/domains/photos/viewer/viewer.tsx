// One photo at a time, on near-black. The URL says which; the back button closes.
import 'photoswipe/style.css';
import '#src/shell/stage/lightbox.css';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type ComponentProps, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { useEventZone } from '#src/domains/photos/event-zone.ts';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import type { Gallery } from '#src/domains/photos/gallery-type.ts';
import { openLightbox, type Lightbox } from '#src/shell/stage/lightbox.ts';
import { makeInert } from '#src/shell/stage/make-inert.ts';
import { useCurrentPhoto } from '#src/shell/stage/use-current-photo.ts';
import { useFullScreen } from '#src/shell/stage/use-full-screen.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChevronLeft, ChevronRight, Maximize, Minimize, X } from '#src/ui/icons.ts';
import { DetailsPanel } from './details-panel.tsx';
import { Headline } from './headline.tsx';
import { PhotoActions } from './photo-actions.tsx';
import { photoSlides } from './slides.ts';
import { useModeratePhoto } from './use-moderate-photo.ts';
import { useViewerList } from './use-viewer-list.ts';
import { VerdictBar } from './verdict-bar.tsx';

interface ViewerProps {
  gallery: Gallery;
  eventId: string;
  account: string;
  /** Looks at a public event without having joined it. */
  isVisitor: boolean;
  /** Lets anyone with a copied link join the event; null where links must not. */
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
  const { shownId, show, settle } = useCurrentPhoto(openId, onShow, (id) => stage.current?.show(id));
  const decide = useModeratePhoto(eventId, account);

  const closeDetails = () => {
    setDetailsOpen(false);
    detailsButton.current?.focus();
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const target = event.target instanceof Element ? event.target : null;
    // A menu or a dialog over the viewer has the keys.
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

  useEffect(() => stage.current?.update(order, hidden), [order, hidden]);
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
          {item?.kind === 'stored' && item.photo.can.moderate && (
            <VerdictBar key={item.id} photo={item.photo} onDecide={(to, reason) => decide(item.photo, to, reason)} />
          )}
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

/** What was deleted here and is there again, by "Undo" or because the server refused, comes back under the eye. */
function useShowRestored(order: Gallery['order'], hidden: ReadonlySet<string>, show: (id: string) => void): void {
  const before = useRef(hidden);
  const returning = useRef<readonly string[]>([]);
  const bring = useEffectEvent(show);
  useEffect(() => {
    const freed = [...before.current].filter((id) => !hidden.has(id));
    before.current = hidden;
    if (freed.length > 0) returning.current = freed;
    const back = returning.current.find((id) => order.indexOf(id) !== -1);
    if (back === undefined) return;
    returning.current = [];
    bring(back);
  }, [order, hidden]);
}
