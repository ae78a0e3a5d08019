import { Download, Heart, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useConnection } from '#src/shell/connection.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { cn } from '#src/ui/cn.ts';
import { toast } from '#src/ui/toast.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { counted } from '#src/domains/photos/words.ts';
import { startDownload } from './download.ts';

interface PhotoActionsProps {
  photo: Photo;
  onLike: (liked: boolean) => void;
  onDelete: () => void;
}

/** Like, download, delete: what the server would refuse cannot be pressed, and says why. */
export function PhotoActions({ photo, onLike, onDelete }: PhotoActionsProps) {
  const [starting, setStarting] = useState(false);
  const offline = useConnection() !== 'online';
  const download = async () => {
    setStarting(true);
    try {
      await startDownload(photo);
    } catch (error) {
      toast.error('The photo could not be downloaded', { detail: error instanceof Error ? error.message : undefined });
    }
    setStarting(false);
  };
  return (
    <div className="photo-stage-actions">
      <span className="inline-flex items-center">
        <IconButton
          size="lg"
          label={photo.is_liked ? 'Unlike' : 'Like'}
          disabledReason={photo.can.like ? null : 'Only people who joined this event can like its photos.'}
          icon={<Heart aria-hidden className={cn('size-6', photo.is_liked && 'fill-current text-[#ff6b81]')} />}
          onClick={() => onLike(!photo.is_liked)}
        />
        <span className="min-w-4 pr-2 text-sm tabular-nums">
          <span aria-hidden>{photo.likes > 0 && photo.likes.toLocaleString()}</span>
          <span className="sr-only">{counted(photo.likes, 'like', 'likes')}</span>
        </span>
      </span>
      <IconButton
        size="lg"
        label="Download"
        loading={starting}
        disabledReason={downloadRefusal(photo) ?? (offline && 'Downloading needs a connection.')}
        icon={<Download aria-hidden className="size-6" />}
        onClick={() => void download()}
      />
      {photo.can.delete && (
        <IconButton
          size="lg"
          label="Delete"
          disabledReason={offline && 'Deleting needs a connection.'}
          icon={<Trash2 aria-hidden className="size-6" />}
          onClick={onDelete}
        />
      )}
    </div>
  );
}

function downloadRefusal(photo: Photo): string | null {
  if (!photo.can.download) return 'The organizer has turned downloads off.';
  return photo.state === 'processing' ? 'This photo is still being prepared.' : null;
}
