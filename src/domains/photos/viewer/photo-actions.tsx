import { type ReactNode, type Ref, useState } from 'react';
import type { FeedItem } from '#src/domains/photos/photo-list.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { originalWords } from '#src/lib/original.ts';
import { readOnlyReason } from '#src/session/selection.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Download, Heart, Info, Link2, Share, Sparkles, Trash2 } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { startDownload } from './download.ts';

interface PhotoActionsProps {
  item: FeedItem;
  /** Views a public event without having joined. */
  isVisitor: boolean;
  /** Included in copied links, so that anyone can join; null if links must not contain it. */
  joinCode: string | null;
  detailsOpen: boolean;
  detailsButton: Ref<HTMLButtonElement>;
  onDetails: () => void;
  onLike: (liked: boolean) => void;
  onDelete: (photo: Photo) => void;
  /** Renders image generation for a photo. */
  make: (photoId: string, onClose: () => void) => ReactNode;
}

/** Actions on the current photo. Actions that the server would refuse are disabled with a reason. */
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
  /** Id of the photo that something is made of: the viewer may move on meanwhile. */
  const [making, setMaking] = useState<string | null>(null);
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
        onClick={() => setMaking(item.id)}
      />
      {making !== null && make(making, () => setMaking(null))}
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
      label={byTouch ? 'Share link' : 'Copy link'}
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
      toast.success(photo.original_deleted_at ? 'Download started in web size' : 'Download started');
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

/**
 * Reasons for disabled actions; null if allowed.
 * @param isVisitor views a public event without having joined
 */
export function downloadRefusal(photo: Photo, isVisitor: boolean): string | null {
  if (!photo.can.download) {
    if (isVisitor) return 'Only people who joined this event can download its photos.';
    return originalWords(photo)?.refusal ?? 'The organizer has turned downloads off.';
  }
  return photo.state === 'processing' ? 'This photo is still processing.' : null;
}

export const likeRefusal = (photo: Photo): string | null =>
  readOnlyReason() ?? (photo.can.like ? null : 'Only people who joined this event can like its photos.');

/** A link is useful only if it opens for others. */
export function shareRefusal(photo: Photo): string | null {
  if (photo.can.share) return null;
  if (photo.state === 'unreadable') return 'This photo can’t be shared because its file is damaged.';
  if (photo.status === 'pending') return 'You can share this photo once it’s approved.';
  if (photo.status === 'rejected') return 'This photo wasn’t approved, so a link won’t work for others.';
  return 'You can share photos once the organizer publishes or reveals the gallery.';
}

/**
 * The link to a photo.
 * @param joinCode lets anyone join the event first; null: the link opens only for people with access to the event
 */
function linkTo(photo: Photo, joinCode: string | null): string {
  const path = joinCode === null ? `/event/${photo.event_id}/gallery` : `/join/${joinCode}`;
  return `${location.origin}${path}?photo=${photo.id}`;
}

/** `refused`: this browser does not allow copying. */
type Shared = 'shared' | 'copied' | 'cancelled' | 'refused';

/** Opens the system's share sheet on a phone; copies elsewhere. */
async function shareLink(url: string, title: string): Promise<Shared> {
  if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ url, title });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
      // Sharing failed for another reason: copies instead.
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'refused';
  }
}
