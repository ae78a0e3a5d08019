import { Columns2, Download, Heart, RotateCcw, Trash2, X } from 'lucide-react';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { MOST_COMPARED } from '#src/domains/generation/results/compare-dialog.tsx';
import type { ImageActions } from '#src/domains/generation/results/use-image-actions.ts';
import { counted } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

interface ImageSelectionBarProps {
  selected: readonly GeneratedImage[];
  isDeleted: boolean;
  actions: ImageActions;
  onCompare: () => void;
  onEnd: () => void;
}

/** What can be done with all that is selected. */
export function ImageSelectionBar({ selected, isDeleted, actions, onCompare, onEnd }: ImageSelectionBarProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const none = selected.length === 0 && 'Select an image first.';
  const each = (act: (image: GeneratedImage) => unknown) => () => {
    for (const image of selected) act(image);
    onEnd();
  };
  const foreign = selected.some(({ can }) => !can.delete) && 'Some of these are not yours to delete.';
  const all = selected.length > 0 && selected.every(({ is_favourite: is }) => is);
  return (
    <div
      role="toolbar"
      aria-label="Selected images"
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-raised px-4 pt-3 pb-[max(--spacing(3),var(--safe-bottom))] shadow-2 sm:mx-0 sm:rounded-lg sm:border"
    >
      <p role="status" className="mr-auto text-sm font-medium tabular-nums">
        {counted(selected.length, 'image', 'images')} selected
      </p>
      {isDeleted ? (
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden className="size-4" />}
          disabledReason={none || offline}
          onClick={each(actions.restore)}
        >
          Restore
        </Button>
      ) : (
        <>
          <Button
            size="sm"
            icon={<Columns2 aria-hidden className="size-4" />}
            disabledReason={
              (selected.length < 2 || selected.length > MOST_COMPARED) && `Select two to ${MOST_COMPARED} images to compare them.`
            }
            onClick={onCompare}
          >
            Compare
          </Button>
          <Button
            size="sm"
            icon={<Heart aria-hidden className="size-4" />}
            disabledReason={none}
            onClick={each((image) => actions.favourite(image, !all))}
          >
            {all ? 'Remove from favourites' : 'Favourite'}
          </Button>
          <Button
            size="sm"
            icon={<Download aria-hidden className="size-4" />}
            disabledReason={none || offline}
            onClick={each(actions.save)}
          >
            Save
          </Button>
          <Button
            size="sm"
            icon={<Trash2 aria-hidden className="size-4" />}
            disabledReason={none || foreign || offline}
            onClick={each(actions.remove)}
          >
            Delete
          </Button>
        </>
      )}
      <IconButton label="End the selection" icon={<X aria-hidden className="size-5" />} onClick={onEnd} />
    </div>
  );
}
