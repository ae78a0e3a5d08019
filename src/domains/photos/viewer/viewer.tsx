// One photo at a time, on near-black. The URL says which; the back button closes.
import 'photoswipe/style.css';
import './viewer.css';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '#src/transport/problem.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { toast } from '#src/ui/toast.ts';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import { useProgress } from '#src/domains/photos/progress.ts';
import { photoQuery } from '#src/domains/photos/queries.ts';
import type { EventGallery } from '#src/domains/photos/use-gallery.ts';
import { describePhoto, describeWaiting, fullTime, waitingState } from '#src/domains/photos/words.ts';
import { PhotoActions } from './photo-actions.tsx';
import { openStage, type Stage } from './stage.ts';

interface ViewerProps {
  gallery: EventGallery;
  eventId: string;
  openId: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

export default function Viewer({ gallery, eventId, openId, onShow, onClose }: ViewerProps) {
  const items = useItems(gallery, eventId, openId, onClose);
  const latest = useRef({ items, openId, onShow, onClose, loadMore: gallery.loadMore });
  const stage = useRef<Stage | null>(null);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const ready = items.has(openId);

  useEffect(() => {
    latest.current = { items, openId, onShow, onClose, loadMore: gallery.loadMore };
  });

  const opened = ready || element !== null;
  useEffect(() => {
    if (!opened) return undefined;
    let closedFromHere = false;
    const now = latest.current;
    const opening = openStage(now.items, now.openId, {
      onShow: (id) => id !== latest.current.openId && latest.current.onShow(id),
      onClosed: () => closedFromHere || latest.current.onClose(),
      onNearEnd: () => latest.current.loadMore(),
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
  }, [opened]);

  useEffect(() => stage.current?.update(items), [items]);
  useEffect(() => stage.current?.show(openId), [openId]);

  const item = items.get(openId);
  if (!element) return null;
  return createPortal(
    <div className="photo-stage-controls">
      <div className="photo-stage-bar">
        <IconButton size="lg" label="Close" icon={<X aria-hidden className="size-6" />} onClick={() => stage.current?.close()} />
        {item && <Details item={item} />}
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
        className="photo-stage-step right-2"
        icon={<ChevronRight aria-hidden className="size-7" />}
        onClick={() => stage.current?.next()}
      />
      {item?.kind === 'stored' && (
        <PhotoActions
          photo={item.photo}
          onLike={(liked) => void gallery.setLiked(item.id, liked)}
          onDelete={() => gallery.remove([item.photo])}
        />
      )}
    </div>,
    element,
  );
}

/** The gallery's items by id; with the photo that the URL names, when the loaded pages do not hold it. */
function useItems(gallery: EventGallery, eventId: string, openId: string, onClose: () => void): ReadonlyMap<string, FeedItem> {
  const { feed, hidden, asWished, query } = gallery;
  const [startId] = useState(openId);
  const inFeed = feed.some((item) => item.id === startId);
  const alone = useQuery({ ...photoQuery(eventId, startId), enabled: !inFeed && !query.isPending });
  const { data, error } = alone;

  useEffect(() => {
    if (!error || inFeed) return;
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
    toast.info(gone ? 'This photo is no longer here' : 'This photo could not be opened', gone ? {} : { detail: error.message });
    onClose();
  }, [error, inFeed, onClose]);

  return useMemo(() => {
    if (!inFeed && data && !hidden.has(data.id))
      return new Map<string, FeedItem>([[data.id, { kind: 'stored', id: data.id, photo: asWished(data) }]]);
    return new Map(feed.map((item) => [item.id, item]));
  }, [feed, hidden, inFeed, data, asWished]);
}

function Details({ item }: { item: FeedItem }) {
  const progress = useProgress(item.id);
  const who = item.kind === 'stored' ? item.photo.uploader.name : 'Your photo, saved on this phone';
  const state = item.kind === 'waiting' ? waitingState(item.record, progress) : null;
  const at = item.kind === 'stored' ? Date.parse(item.photo.taken_at) : item.record.takenAt;
  const reason = state?.kind === 'parked' && item.kind === 'waiting' ? item.record.lastError?.message : null;
  return (
    <div className="grid min-w-0 flex-1 text-sm md:pr-44">
      <p className="sr-only" aria-live="polite">
        {item.kind === 'stored' ? describePhoto(item.photo) : describeWaiting(item.record, null)}
      </p>
      <p aria-hidden className="truncate font-medium">
        {who}
      </p>
      <p aria-hidden className="truncate text-ink-muted tabular-nums">
        <time dateTime={new Date(at).toISOString()}>{fullTime(at)}</time>
        {state && ` · ${state.words}`}
      </p>
      {reason && <p className="text-ink-muted">{reason}</p>}
    </div>
  );
}

/** While the viewer is open, nothing of the layout below it can be reached; toasts, which stand beside the layout, can. */
function makeInert(): () => void {
  const layout = document.getElementById('main')?.parentElement;
  layout?.setAttribute('inert', '');
  return () => layout?.removeAttribute('inert');
}
