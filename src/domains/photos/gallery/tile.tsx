import { CircleAlert, Clock, Eye, EyeOff, Heart, ImageOff, Smartphone } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { MediaImage } from '#src/shell/media-image.tsx';
import { cn } from '#src/ui/cn.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { FeedItem, StoredItem, WaitingItem } from '#src/domains/photos/feed.ts';
import { localThumb } from '#src/domains/photos/local-pictures.ts';
import { photoFile, type Photo } from '#src/domains/photos/photo.ts';
import { useProgress } from '#src/domains/photos/progress.ts';
import { placeholder } from '#src/domains/photos/thumbhash.ts';
import { describePhoto, describeWaiting, timeOf, waitingState } from '#src/domains/photos/words.ts';

interface TileProps {
  item: FeedItem;
  /** One tile of the grid is in the tab order; arrow keys move it. */
  tabbable: boolean;
  onOpen: (id: string) => void;
  onFocus: (id: string) => void;
}

// The ring of the focus lies inside, above the picture, in two tones: it is seen on any photograph.
const TILE =
  'relative block aspect-square overflow-hidden bg-sunken select-none after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:shadow-[inset_0_0_0_3px_var(--accent-text),inset_0_0_0_6px_var(--canvas)]';

/** One square of the gallery. The same element before and after its photo is delivered, so that nothing flickers. */
export const Tile = memo(function Tile({ item, tabbable, onOpen, onFocus }: TileProps) {
  const progress = useProgress(item.id);
  const label = item.kind === 'stored' ? describePhoto(item.photo) : describeWaiting(item.record, progress);
  return (
    <a
      href={`?photo=${item.id}`}
      data-photo={item.id}
      data-state={item.kind}
      aria-label={label}
      tabIndex={tabbable ? 0 : -1}
      className={TILE}
      onFocus={() => onFocus(item.id)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(item.id);
      }}
    >
      <LocalThumb id={item.id} />
      {item.kind === 'stored' ? <Stored item={item} /> : <Waiting item={item} progress={progress} />}
    </a>
  );
});

const FILL = 'absolute inset-0 size-full object-cover';

function LocalThumb({ id }: { id: string }) {
  const url = localThumb(id);
  return url && <img src={url} alt="" draggable={false} className={FILL} />;
}

function Stored({ item: { photo } }: { item: StoredItem }) {
  if (photo.state === 'unreadable') return <Unreadable />;
  const hasLocal = localThumb(photo.id) !== null;
  return (
    <>
      {photo.thumbhash && !hasLocal && <img src={placeholder(photo.thumbhash)} alt="" draggable={false} className={FILL} />}
      {photo.state === 'ready' && <MediaImage src={photoFile(photo, 'thumb')} alt="" className={FILL} />}
      {photo.state === 'processing' && !hasLocal && <Skeleton className="absolute inset-0 !rounded-none" />}
      {photo.state === 'processing' && <Chip icon={<Clock />}>{timeOf(Date.parse(photo.taken_at))}</Chip>}
      {photo.status !== 'approved' && <ApprovalChip photo={photo} />}
      {photo.likes > 0 && photo.state === 'ready' && (
        <Chip icon={<Heart className={cn(photo.is_liked && 'fill-current text-[#ff6b81]')} />}>{photo.likes.toLocaleString()}</Chip>
      )}
    </>
  );
}

/** Seen by its author and the organization only. */
function ApprovalChip({ photo: { status, can } }: { photo: Photo }) {
  const pending = can.moderate ? 'To approve' : 'In review';
  return (
    <Chip corner="top" icon={status === 'pending' ? <Eye /> : <EyeOff />}>
      {status === 'pending' ? pending : 'Not approved'}
    </Chip>
  );
}

/** Two words fit a tile; the viewer has the whole reason. */
function Unreadable() {
  return (
    <span className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 p-2 text-center text-xs text-ink-muted">
      <ImageOff aria-hidden className="size-5" />
      Damaged file
    </span>
  );
}

function Waiting({ item: { record }, progress }: { item: WaitingItem; progress: number | null }) {
  const state = waitingState(record, progress);
  return (
    <>
      {localThumb(record.id) === null && (
        <span className="absolute inset-0 grid place-content-center justify-items-center gap-1 text-xs text-ink-muted">
          <Smartphone aria-hidden className="size-5" />
          {record.contentType.replace('image/', '').toUpperCase()}
        </span>
      )}
      <Chip icon={state.kind === 'parked' ? <CircleAlert className="text-[#ffc860]" /> : <Smartphone />}>{state.words}</Chip>
      {progress !== null && (
        <span aria-hidden className="absolute inset-x-0 bottom-0 h-1 bg-black/50">
          <span className="block h-full bg-white transition-[width]" style={{ width: `${progress * 100}%` }} />
        </span>
      )}
    </>
  );
}

/** Words on a photograph: their own dark ground keeps them readable on any picture. */
function Chip({ icon, corner = 'bottom', children }: { icon: ReactNode; corner?: 'top' | 'bottom'; children: ReactNode }) {
  return (
    <span
      className={cn(
        'absolute left-1.5 inline-flex max-w-[calc(100%-0.75rem)] items-center gap-1 rounded-full bg-black/65 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums [&_svg]:size-3 [&_svg]:shrink-0',
        corner === 'top' ? 'top-1.5' : 'bottom-1.5',
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
