import type { ReactNode } from 'react';
import { MAX_COMPARED } from '#src/domains/generation/results/compare-dialog.tsx';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Columns2, Download, Heart, Palette, Plus, RotateCcw, Trash2, X } from '#src/ui/icons.ts';
import { favoriteDisabledReason, isDeletable, isFavorite, saveDisabledReason, type LibraryImage } from './library-image.ts';
import { MAX_SAVED, type LibraryActions } from './use-library.ts';

interface LibrarySelectionBarProps {
  selected: readonly LibraryImage[];
  isDeleted: boolean;
  actions: LibraryActions;
  /** Why collections can't be changed now. */
  collectionsDisabledReason: string | false;
  onCompare: () => void;
  /** Changes these in one style. */
  onRestyle: (images: readonly LibraryImage[]) => void;
  /** Opens the collection picker. */
  onCollect: () => void;
  /** Undefined outside a collection. */
  onRemoveFromCollection: (() => void) | undefined;
  onEnd: () => void;
}

/** Bulk actions for the selected images. */
export function LibrarySelectionBar({
  selected,
  isDeleted,
  actions,
  collectionsDisabledReason,
  onCompare,
  onRestyle,
  onCollect,
  onRemoveFromCollection,
  onEnd,
}: LibrarySelectionBarProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const none = selected.length === 0 && 'Select an image first.';
  const ending = (act: () => void) => () => {
    act();
    onEnd();
  };
  const likable = selected.filter((image) => favoriteDisabledReason(image) === null);
  const all = likable.length > 0 && likable.every(isFavorite);
  const savable = selected.filter((image) => saveDisabledReason(image) === null);
  const comparable =
    selected.length >= 2 && selected.length <= MAX_COMPARED && selected.every(({ photo }) => !photo || photo.state === 'ready');
  return (
    <div
      role="toolbar"
      aria-label="Selected images"
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-raised px-4 pt-3 pb-[max(--spacing(3),var(--safe-bottom))] shadow-2 sm:mx-0 sm:rounded-lg sm:border"
    >
      <p role="status" className="mr-auto text-sm font-medium tabular-nums">
        {pluralize(selected.length, 'image', 'images')} selected
      </p>
      {isDeleted ? (
        <Action icon={<RotateCcw />} disabledReason={none || offline} onClick={ending(() => actions.restore(selected))}>
          Restore
        </Action>
      ) : (
        <>
          <Action icon={<Columns2 />} disabledReason={!comparable && `Select 2 to ${MAX_COMPARED} images to compare.`} onClick={onCompare}>
            Compare
          </Action>
          <Action
            icon={<Palette />}
            disabledReason={none || offline || (savable.length === 0 && 'None of these can be restyled.')}
            onClick={() => onRestyle(savable)}
          >
            {savable.length === selected.length || savable.length === 0 ? 'Restyle' : `Restyle ${savable.length}`}
          </Action>
          <Action
            icon={<Heart />}
            disabledReason={none || (likable.length === 0 && 'Only people who joined this event can like its photos.')}
            onClick={ending(() => actions.setFavorite(selected, !all))}
          >
            {all ? 'Remove from favorites' : 'Favorite'}
          </Action>
          <Action icon={<Plus />} disabledReason={none || collectionsDisabledReason || offline} onClick={onCollect}>
            Add to collection
          </Action>
          {onRemoveFromCollection && (
            <Action icon={<X />} disabledReason={none || collectionsDisabledReason || offline} onClick={ending(onRemoveFromCollection)}>
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
              (savable.length > MAX_SAVED && `You can save up to ${MAX_SAVED} at once.`)
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
