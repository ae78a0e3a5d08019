import { type CSSProperties, memo, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { describePhoto, describeWaiting, useEventZone, waitingState } from '#src/domains/photos/labels.ts';
import { localThumbUrl } from '#src/domains/photos/local-pictures.ts';
import type { FeedItem, StoredItem, WaitingItem } from '#src/domains/photos/photo-list.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { useUploadProgress } from '#src/domains/photos/progress.ts';
import { HiddenSections } from '#src/domains/photos/sections/sections-query.ts';
import { formatCount, formatTime } from '#src/lib/format.ts';
import { originalWords } from '#src/lib/original.ts';
import { meanColor, placeholder } from '#src/lib/thumbhash.ts';
import { useMediaSource } from '#src/shell/media-image.tsx';
import { photoUrl } from '#src/shell/photo-url.ts';
import { cn } from '#src/ui/cn.ts';
import { DamagedTile, TILE_CLASS, TileCheckbox, type TileState } from '#src/ui/grid/group-rows.tsx';
import { CircleAlert, Clock, Eye, EyeOff, Heart, Smartphone, Sparkles } from '#src/ui/icons.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';

interface TileProps extends TileState {
  item: FeedItem;
}

/** A gallery tile. The element stays the same when its photo is delivered, to avoid flicker. The grid handles its events. */
export const Tile = memo(function Tile({ item, tabbable, quick, selected, selecting, mouse }: TileProps) {
  const progress = useUploadProgress(item.id);
  const [pictured, setPictured] = useState(() => !quick && (item.kind !== 'stored' || wasShown(item.id)));
  // An image that was shown stays during a fling; loading others would delay those at its end.
  if (quick && pictured && item.kind === 'stored' && !wasShown(item.id)) setPictured(false);
  useEffect(() => (quick || pictured ? undefined : staggerImage(() => setPictured(true))), [quick, pictured]);
  const zone = useEventZone();
  const hidden = useContext(HiddenSections);
  const isHidden = item.kind === 'stored' && item.photo.section_id !== null && hidden.has(item.photo.section_id);
  const label = item.kind === 'stored' ? describePhoto(item.photo, zone, isHidden) : describeWaiting(item.record, progress, zone);
  return (
    <>
      <a
        href={`?photo=${item.id}`}
        data-tile
        data-photo={item.id}
        data-state={item.kind}
        aria-label={label}
        tabIndex={tabbable ? 0 : -1}
        className={cn(TILE_CLASS, 'transition-[inset]', selected && 'inset-3 rounded-sm')}
        style={backgroundStyle(item, pictured)}
      >
        <LocalThumb id={item.id} />
        {item.kind === 'stored' ? (
          <Stored item={item} pictured={pictured} isHidden={isHidden} />
        ) : (
          <Waiting item={item} progress={progress} />
        )}
      </a>
      {item.kind === 'stored' && (mouse || selecting) && <TileCheckbox label={label} checked={selected} always={selecting} />}
    </>
  );
});

/** The placeholder until the image loads. */
function backgroundStyle(item: FeedItem, pictured: boolean): CSSProperties | undefined {
  if (item.kind !== 'stored' || !item.photo.thumbhash) return undefined;
  const { id, thumbhash } = item.photo;
  if (!pictured || wasShown(id) || localThumbUrl(id) !== null) return { backgroundColor: meanColor(thumbhash) };
  return { background: `url(${placeholder(thumbhash)}) center / cover` };
}

const FILL = 'absolute inset-0 size-full object-cover';

function LocalThumb({ id }: { id: string }) {
  const url = localThumbUrl(id);
  return url && <img src={url} alt="" draggable={false} className={FILL} />;
}

/** Photos with these are visible to the photographer and the organization only. */
const restrictions: Partial<Record<Photo['status'], string>> = { pending: 'Pending', rejected: 'Rejected' };

function Stored({ item: { photo }, pictured, isHidden }: { item: StoredItem; pictured: boolean; isHidden: boolean }) {
  const zone = useEventZone();
  if (photo.state === 'unreadable') return <DamagedTile />;
  const hasLocal = localThumbUrl(photo.id) !== null;
  const original = originalWords(photo);
  const mark = restrictions[photo.status] ?? (isHidden ? 'Hidden' : undefined);
  return (
    <>
      {photo.state === 'ready' && pictured && <Thumb key={photo.watermark} photo={photo} className={FILL} />}
      {photo.state === 'processing' && !hasLocal && <Skeleton className="absolute inset-0 !rounded-none" />}
      {photo.state === 'processing' && <Chip icon={<Clock />}>{formatTime(photo.taken_at, zone)}</Chip>}
      {mark !== undefined && (
        <Chip corner="top" icon={mark === 'Pending' ? <Eye /> : <EyeOff />}>
          {mark}
        </Chip>
      )}
      {photo.source === 'generated' && (
        <Sparkles className="absolute right-1.5 bottom-1.5 size-6 rounded-full bg-black/65 p-1 text-white" />
      )}
      {original && photo.state === 'ready' && (
        <Chip icon={photo.original_overdue ? <CircleAlert className="text-[#ffc860]" /> : <Clock />}>{original.mark}</Chip>
      )}
      {photo.likes > 0 && photo.state === 'ready' && !original && (
        <Chip icon={<Heart className={cn(photo.is_liked && 'fill-current text-[#ff6b81]')} />}>{formatCount(photo.likes)}</Chip>
      )}
    </>
  );
}

function Waiting({ item: { record }, progress }: { item: WaitingItem; progress: number | null }) {
  const state = waitingState(record, progress);
  return (
    <>
      {localThumbUrl(record.id) === null && (
        <span className="absolute inset-0 grid place-content-center justify-items-center gap-1 text-xs text-ink-muted">
          <Smartphone aria-hidden className="size-5" />
          {record.contentType.replace('image/', '').toUpperCase()}
        </span>
      )}
      <Chip icon={state.kind === 'parked' ? <CircleAlert className="text-[#ffc860]" /> : <Smartphone />}>{state.label}</Chip>
      {progress !== null && (
        <span aria-hidden className="absolute inset-x-0 bottom-0 h-1 bg-black/50">
          <span className="block h-full bg-white transition-[width]" style={{ width: `${progress * 100}%` }} />
        </span>
      )}
    </>
  );
}

/** A dark background makes the label readable on any photo. */
function Chip({ icon, corner = 'bottom', children }: { icon: ReactNode; corner?: 'top' | 'bottom'; children: ReactNode }) {
  return (
    <span
      className={cn(
        'absolute inline-flex max-w-[calc(100%-0.75rem)] items-center gap-1 rounded-full bg-black/65 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums [&_svg]:size-3 [&_svg]:shrink-0',
        corner === 'top' ? 'top-1.5 right-1.5' : 'bottom-1.5 left-1.5',
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** Ids of thumbnails shown on this page. */
const seen = new Set<string>();
const MAX_SEEN = 20_000;

const wasShown = (photoId: string): boolean => seen.has(photoId);

function remember(photoId: string): void {
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.add(photoId);
}

/** A thumbnail: shown at once if it was shown before, else faded in over its placeholder. Leaving the screen cancels its request. */
function Thumb({ photo, className }: { photo: Photo; className: string }) {
  const { url, isUnavailable, onError } = useMediaSource(photoUrl(photo, 'thumb'));
  const [known] = useState(() => wasShown(photo.id));

  const leave = useCallback((image: HTMLImageElement) => () => void (image.complete || image.removeAttribute('src')), []);

  if (isUnavailable) return null;
  return (
    <img
      ref={leave}
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      className={className}
      style={known ? undefined : { opacity: 0, transition: 'opacity var(--motion-fast) var(--ease)' }}
      onLoad={({ currentTarget }) => {
        remember(photo.id);
        currentTarget.style.opacity = '1';
      }}
      onError={({ currentTarget }) => {
        // Unmounting removes the source, which is not a failure.
        if (currentTarget.hasAttribute('src')) onError();
      }}
    />
  );
}

/** New thumbnails appear a few per frame: a full screen at once would cause a long frame at the end of a fling. */
const PER_FRAME = 4;
const queued = new Set<() => void>();
let scheduled = 0;

function showSome(): void {
  scheduled = 0;
  let left = PER_FRAME;
  for (const show of queued) {
    if (left === 0) break;
    left -= 1;
    queued.delete(show);
    show();
  }
  if (queued.size > 0) scheduled = requestAnimationFrame(showSome);
}

/** Calls `show` in one of the next frames, in order. Returns a function to cancel. */
function staggerImage(show: () => void): () => void {
  queued.add(show);
  scheduled ||= requestAnimationFrame(showSome);
  return () => void queued.delete(show);
}
