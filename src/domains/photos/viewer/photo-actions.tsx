import { useState, type ReactNode, type Ref } from 'react';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Download, Heart, Info, Link2, Share, Sparkles, Trash2 } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { startDownload } from './download.ts';
import { downloadRefusal, likeRefusal, shareRefusal } from './refusals.ts';
import { linkTo, shareLink } from './share.ts';

interface PhotoActionsProps {
  item: FeedItem;
  /** Looks at a public event without having joined it. */
  isVisitor: boolean;
  /** Lets anyone with a copied link join the event; null where links must not. */
  joinCode: string | null;
  detailsOpen: boolean;
  detailsButton: Ref<HTMLButtonElement>;
  onDetails: () => void;
  onLike: (liked: boolean) => void;
  onDelete: (photo: Photo) => void;
  /** What images can be made of a photo, while it is asked for. */
  make: (photoId: string, onClose: () => void) => ReactNode;
}

/** Like, share, details, download, delete: what the server would refuse cannot be pressed, and says why. */
export function PhotoActions({
  item,
  isVisitor,
  joinCode,
  detailsOpen,
  detailsButton,
  onDetails,
  onLike,
  onDelete,
  make,
}: PhotoActionsProps) {
  const [making, setMaking] = useState(false);
  const offline = useConnection() !== 'online';
  const photo = item.kind === 'stored' ? item.photo : null;
  const refusal = photo && downloadRefusal(photo, isVisitor);
  return (
    <div className="photo-stage-actions">
      {photo && <Like photo={photo} onLike={onLike} />}
      {photo && <ShareLink photo={photo} joinCode={joinCode} />}
      <IconButton
        ref={detailsButton}
        size="lg"
        label="Details"
        aria-expanded={detailsOpen}
        aria-controls={detailsOpen ? 'photo-details' : undefined}
        icon={<Info aria-hidden className="size-6" />}
        onClick={onDetails}
      />
      <IconButton
        size="lg"
        label="Restyle"
        disabledReason={refusal}
        icon={<Sparkles aria-hidden className="size-6" />}
        onClick={() => setMaking(true)}
      />
      {making && make(item.id, () => setMaking(false))}
      {photo && <DownloadPhoto photo={photo} refusal={refusal ?? (offline && 'Downloading needs a connection.')} />}
      {photo?.can.delete && (
        <IconButton
          size="lg"
          label="Delete"
          disabledReason={offline && 'Deleting needs a connection.'}
          icon={<Trash2 aria-hidden className="size-6" />}
          onClick={() => onDelete(photo)}
        />
      )}
    </div>
  );
}

function Like({ photo, onLike }: { photo: Photo; onLike: (liked: boolean) => void }) {
  return (
    <span className="inline-flex items-center">
      <IconButton
        size="lg"
        label={photo.is_liked ? 'Unlike' : 'Like'}
        disabledReason={likeRefusal(photo)}
        icon={<Heart aria-hidden className={cn('size-6', photo.is_liked && 'fill-current text-[#ff6b81]')} />}
        onClick={() => onLike(!photo.is_liked)}
      />
      <span className="min-w-3 text-sm tabular-nums md:pr-2">
        <span aria-hidden>{photo.likes > 0 && formatCount(photo.likes)}</span>
        <span className="sr-only">{pluralize(photo.likes, 'like', 'likes')}</span>
      </span>
    </span>
  );
}

function ShareLink({ photo, joinCode }: { photo: Photo; joinCode: string | null }) {
  const byTouch = typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
  const share = async () => {
    const url = linkTo(photo, joinCode);
    const outcome = await shareLink(url, `Photo by ${photo.uploader.name}`);
    const detail =
      joinCode === null ? 'Anyone with access to this event can open it.' : 'Anyone with the link can join this event and see the photo.';
    if (outcome === 'copied') toast.success('Link copied', { detail });
    if (outcome === 'refused') toast.info('Couldn’t copy the link');
  };
  return (
    <IconButton
      size="lg"
      label={byTouch ? 'Share a link' : 'Copy the link'}
      disabledReason={shareRefusal(photo)}
      icon={byTouch ? <Share aria-hidden className="size-6" /> : <Link2 aria-hidden className="size-6" />}
      onClick={() => void share()}
    />
  );
}

function DownloadPhoto({ photo, refusal }: { photo: Photo; refusal: string | false | null }) {
  const [starting, setStarting] = useState(false);
  const download = async () => {
    setStarting(true);
    try {
      await startDownload(photo);
      toast.success('Download started');
    } catch (error) {
      toast.error('Couldn’t download the photo', { detail: describeFailure(error).detail });
    }
    setStarting(false);
  };
  return (
    <IconButton
      size="lg"
      label="Download"
      loading={starting}
      disabledReason={refusal}
      icon={<Download aria-hidden className="size-6" />}
      onClick={() => void download()}
    />
  );
}
