import { photoUrl, type Photo } from '#src/domains/photos/photo.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { cn } from '#src/ui/cn.ts';

const MAX_THUMBS = 14;
const FILL = 'absolute inset-0 size-full object-cover';

/** What comes next, small: the photos are read while the one before is decided on. For the eye alone; each is told when its turn comes. */
export function FilmStrip({ photos }: { photos: readonly Photo[] }) {
  return (
    <ol aria-hidden className="flex h-12 gap-1 overflow-hidden sm:h-14">
      {photos.slice(0, MAX_THUMBS).map((photo, index) => (
        <li
          key={photo.id}
          className={cn(
            'relative aspect-square h-full shrink-0 overflow-hidden rounded-sm bg-sunken',
            index === 0 ? 'ring-2 ring-accent ring-inset' : 'opacity-80',
          )}
        >
          {photo.thumbhash && <img src={placeholder(photo.thumbhash)} alt="" draggable={false} className={FILL} />}
          {photo.state === 'ready' && <MediaImage src={photoUrl(photo, 'thumb')} alt="" className={FILL} />}
          {index === 0 && <span className="absolute inset-0 rounded-sm ring-3 ring-accent ring-inset" />}
        </li>
      ))}
    </ol>
  );
}
