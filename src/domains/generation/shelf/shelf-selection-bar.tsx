import type { ReactNode } from 'react';
import { MOST_COMPARED } from '#src/domains/generation/results/compare-dialog.tsx';
import { counted } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Columns2, Download, Heart, Plus, RotateCcw, Trash2, X } from '#src/ui/icons.ts';
import { favouriteRefusal, isDeletable, isFavourite, saveRefusal, type ShelfImage } from './shelf-image.ts';
import { MOST_SAVED, type ShelfActions } from './use-shelf-actions.ts';

interface ShelfSelectionBarProps {
  selected: readonly ShelfImage[];
  isDeleted: boolean;
  actions: ShelfActions;
  /** Why collections cannot be changed now. */
  frozen: string | false;
  onCompare: () => void;
  /** Opens the choice of a collection. */
  onCollect: () => void;
  /** Takes them out of the collection that is shown. */
  onTakeOut: (() => void) | undefined;
  onEnd: () => void;
}

/** What can be done with all that is selected. */
export function ShelfSelectionBar({
  selected,
  isDeleted,
  actions,
  frozen,
  onCompare,
  onCollect,
  onTakeOut,
  onEnd,
}: ShelfSelectionBarProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const none = selected.length === 0 && 'Select an image first.';
  const ending = (act: () => void) => () => {
    act();
    onEnd();
  };
  const likable = selected.filter((image) => favouriteRefusal(image) === null);
  const all = likable.length > 0 && likable.every(isFavourite);
  const savable = selected.filter((image) => saveRefusal(image) === null);
  const comparable = selected.length >= 2 && selected.length <= MOST_COMPARED && selected.every(({ generated }) => generated !== null);
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
        <Action icon={<RotateCcw />} disabledReason={none || offline} onClick={ending(() => actions.restore(selected))}>
          Restore
        </Action>
      ) : (
        <>
          <Action
            icon={<Columns2 />}
            disabledReason={!comparable && `Select two to ${MOST_COMPARED} generated images to compare them.`}
            onClick={onCompare}
          >
            Compare
          </Action>
          <Action
            icon={<Heart />}
            disabledReason={none || (likable.length === 0 && 'Only people who joined this event can like its photos.')}
            onClick={ending(() => actions.favourite(selected, !all))}
          >
            {all ? 'Remove from favorites' : 'Favorite'}
          </Action>
          <Action icon={<Plus />} disabledReason={none || frozen || offline} onClick={onCollect}>
            Add to collection
          </Action>
          {onTakeOut && (
            <Action icon={<X />} disabledReason={none || frozen || offline} onClick={ending(onTakeOut)}>
              Remove from collection
            </Action>
          )}
          <Action
            icon={<Download />}
            loading={actions.isSaving}
            disabledReason={
              none ||
              offline ||
              (savable.length === 0 && 'None of these can be downloaded.') ||
              (savable.length > MOST_SAVED && `You can save up to ${MOST_SAVED} at once.`)
            }
            onClick={() => void actions.save(savable).then(onEnd)}
          >
            Save
          </Action>
          <Action
            icon={<Trash2 />}
            disabledReason={none || (!selected.some(isDeletable) && 'You can’t delete any of these.') || offline}
            onClick={ending(() => actions.remove(selected.filter(isDeletable)))}
          >
            {selected.some(isDeletable) && !selected.every(isDeletable) ? `Delete ${selected.filter(isDeletable).length}` : 'Delete'}
          </Action>
        </>
      )}
      <IconButton label="Cancel selection" icon={<X aria-hidden className="size-5" />} onClick={onEnd} />
    </div>
  );
}

interface ActionProps {
  icon: ReactNode;
  loading?: boolean;
  disabledReason: string | false;
  onClick: () => void;
  children: string;
}

function Action({ icon, children, ...rest }: ActionProps) {
  return (
    <Button
      size="sm"
      icon={
        <span aria-hidden className="contents [&_svg]:size-4">
          {icon}
        </span>
      }
      {...rest}
    >
      {children}
    </Button>
  );
}
