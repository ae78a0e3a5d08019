import { Check, EyeOff, Heart, ImageOff, Sparkles } from 'lucide-react';
import { memo } from 'react';
import { GeneratedPicture } from '#src/domains/generation/results/picture.tsx';
import { placeholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { cn } from '#src/ui/cn.ts';
import type { TileState } from '#src/ui/grid/section-rows.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { describeShelved, isFavourite, timeLeft, type PhotoParts, type ShelfImage } from './shelf-image.ts';

interface ShelfTileProps extends TileState {
  image: ShelfImage;
  photos: PhotoParts;
}

/** One square of the shelf. What is done to it, the grid hears. */
export const ShelfTile = memo(function ShelfTile({ image, photos, tabbable, selected, selecting, mouse }: ShelfTileProps) {
  const left = timeLeft(image);
  const label = [describeShelved(image, photos), left].filter((words) => words !== null).join(', ');
  const { photo, generated } = image;
  return (
    <>
      <a
        href={`?image=${image.id}`}
        data-tile
        data-photo={image.id}
        aria-label={label}
        tabIndex={tabbable ? 0 : -1}
        className={cn(
          'absolute inset-0 block overflow-hidden bg-hover transition-[inset] select-none [-webkit-touch-callout:none] after:absolute after:inset-0',
          'focus-visible:outline-none focus-visible:after:shadow-[inset_0_0_0_3px_var(--accent-text),inset_0_0_0_6px_var(--canvas)]',
          selected && 'inset-3 rounded-sm',
        )}
      >
        {photo && <PhotoPicture photo={photo} photos={photos} hasChip={left === null} />}
        {generated && <GeneratedPicture image={generated} />}
        {generated && (
          <span aria-hidden className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-black/65 text-white">
            <Sparkles className="size-3.5" />
          </span>
        )}
        {left !== null && (
          <span aria-hidden className="absolute inset-x-0 bottom-0 truncate bg-black/65 px-2 py-1 text-xs text-white tabular-nums">
            {left}
          </span>
        )}
        {left === null && isFavourite(image) && (
          <span aria-hidden className="absolute right-2 bottom-2 text-white">
            <Heart className="size-4 fill-current text-[#ff6b81]" />
          </span>
        )}
      </a>
      {(mouse || selecting) && (
        <button
          type="button"
          role="checkbox"
          aria-checked={selected}
          aria-label={`Select: ${label}`}
          tabIndex={-1}
          data-select
          className={cn(
            'absolute top-0 left-0 z-10 grid size-9 place-items-center transition-opacity touch:pointer-events-none',
            !selecting && !selected && 'opacity-0 group-hover:opacity-100',
          )}
        >
          <span
            className={cn(
              'grid size-6 place-items-center rounded-full border-2 border-white shadow-1',
              selected ? 'bg-accent text-on-accent' : 'bg-black/35 text-transparent',
            )}
          >
            {selected && <Check aria-hidden strokeWidth={3} className="size-4" />}
          </span>
        </button>
      )}
    </>
  );
});

const FILL = 'absolute inset-0 size-full object-cover';
const WORDS = { pending: 'Pending', rejected: 'Not approved' };

function PhotoPicture({ photo, photos, hasChip }: { photo: NonNullable<ShelfImage['photo']>; photos: PhotoParts; hasChip: boolean }) {
  if (photo.state === 'unreadable')
    return (
      <span className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 p-2 text-center text-xs text-ink-muted">
        <ImageOff aria-hidden className="size-5" />
        Damaged file
      </span>
    );
  return (
    <>
      {photo.thumbhash && <img src={placeholder(photo.thumbhash)} alt="" draggable={false} className={FILL} />}
      {photo.state === 'ready' ? (
        <MediaImage src={photos.url(photo, 'thumb')} alt="" loading="lazy" className={FILL} />
      ) : (
        <Skeleton className="absolute inset-0 !rounded-none" />
      )}
      {hasChip && photo.status !== 'approved' && (
        <span className="absolute bottom-1.5 left-1.5 inline-flex max-w-[calc(100%-2.5rem)] items-center gap-1 rounded-full bg-black/65 px-1.5 py-0.5 text-xs font-medium text-white">
          <EyeOff aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{WORDS[photo.status]}</span>
        </span>
      )}
    </>
  );
}
