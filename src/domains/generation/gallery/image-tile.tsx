import { Check, Heart } from 'lucide-react';
import { memo } from 'react';
import { describeImage, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { GeneratedPicture } from '#src/domains/generation/results/picture.tsx';
import { cn } from '#src/ui/cn.ts';
import type { TileState } from '#src/ui/grid/section-rows.tsx';

interface ImageTileProps extends TileState {
  image: GeneratedImage;
}

/** One square of the gallery. What is done to it, the grid hears. */
export const ImageTile = memo(function ImageTile({ image, tabbable, selected, selecting, mouse }: ImageTileProps) {
  const label = describeImage(image);
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
        <GeneratedPicture image={image} />
        {image.is_favourite && (
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
