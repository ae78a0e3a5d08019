import type { ComponentType } from 'react';
import { MAX_COMPARED } from '#src/domains/generation/results/compare-dialog.tsx';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CheckCheck, Columns2, Download, Ellipsis, Heart, Palette, Plus, RotateCcw, Trash2, X } from '#src/ui/icons.ts';
import { useMedia } from '#src/ui/use-media.ts';
import { WordedIconButton } from '#src/ui/worded-icon-button.tsx';
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
  /** Null while more of them load. */
  onAll: (() => void) | null;
  onEnd: () => void;
}

interface Action {
  label: string;
  /** Below its icon on a phone; by default the label. */
  word?: string;
  Icon: ComponentType<{ className: string }>;
  /** In view on a phone; the others are in a menu. */
  isMain?: boolean;
  loading?: boolean;
  danger?: boolean;
  disabledReason: string | false;
  onClick: () => void;
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
  onAll,
  onEnd,
}: LibrarySelectionBarProps) {
  const isWide = useMedia('(width >= 40rem)');
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
  const isCollectable = none || collectionsDisabledReason || offline;
  const library: Action[] = [
    {
      label: 'Compare',
      Icon: Columns2,
      disabledReason: !comparable && `Select 2 to ${MAX_COMPARED} images to compare.`,
      onClick: onCompare,
    },
    {
      label: savable.length === selected.length || savable.length === 0 ? 'Restyle' : `Restyle ${savable.length}`,
      Icon: Palette,
      isMain: true,
      disabledReason: none || offline || (savable.length === 0 && 'None of these can be restyled.'),
      onClick: () => onRestyle(savable),
    },
    {
      label: all ? 'Remove from favorites' : 'Favorite',
      word: all ? 'Unfavorite' : 'Favorite',
      Icon: Heart,
      isMain: true,
      disabledReason: none || (likable.length === 0 && 'Only people who joined this event can like its photos.'),
      onClick: ending(() => actions.setFavorite(selected, !all)),
    },
    { label: 'Add to collection', Icon: Plus, disabledReason: isCollectable, onClick: onCollect },
    ...(onRemoveFromCollection
      ? [{ label: 'Remove from collection', Icon: X, disabledReason: isCollectable, onClick: ending(onRemoveFromCollection) }]
      : []),
    {
      label: 'Save',
      Icon: Download,
      isMain: true,
      loading: actions.isSaving,
      disabledReason:
        none ||
        offline ||
        (savable.length === 0 && 'None of these can be downloaded.') ||
        (savable.length > MAX_SAVED && `You can save up to ${MAX_SAVED} at once.`),
      onClick: () => void actions.save(savable).then(onEnd),
    },
    {
      label: selected.some(isDeletable) && !selected.every(isDeletable) ? `Delete ${selected.filter(isDeletable).length}` : 'Delete',
      Icon: Trash2,
      danger: true,
      disabledReason: none || (!selected.some(isDeletable) && 'You can’t delete any of these.') || offline,
      onClick: ending(() => actions.remove(selected.filter(isDeletable))),
    },
  ];
  const restore: Action = {
    label: 'Restore',
    Icon: RotateCcw,
    isMain: true,
    disabledReason: none || offline,
    onClick: ending(() => actions.restore(selected)),
  };
  const offered = isDeleted ? [restore] : library;
  const others = offered.filter(({ isMain }) => !isMain);
  return (
    <div
      role="toolbar"
      aria-label="Selected images"
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line bg-raised px-4 pt-3 pb-[max(--spacing(3),var(--safe-bottom))] shadow-2 max-sm:py-1 sm:mx-0 sm:gap-y-2 sm:rounded-lg sm:border"
    >
      <p role="status" className="mr-auto text-sm font-medium tabular-nums">
        {pluralize(selected.length, 'image', 'images')} selected
      </p>
      <Button
        size="sm"
        variant="quiet"
        loading={onAll === null}
        icon={<CheckCheck aria-hidden className="size-4" />}
        onClick={() => onAll?.()}
      >
        Select all
      </Button>
      {!isWide && <IconButton label="Cancel selection" icon={<X aria-hidden className="size-5" />} onClick={onEnd} />}
      {isWide ? (
        offered.map(({ label, Icon, loading = false, disabledReason, onClick }) => (
          <Button
            key={label}
            size="sm"
            icon={
              <span aria-hidden className="contents">
                <Icon className="size-4" />
              </span>
            }
            loading={loading}
            disabledReason={disabledReason}
            onClick={onClick}
          >
            {label}
          </Button>
        ))
      ) : (
        <div className="grid w-full auto-cols-fr grid-flow-col">
          {offered
            .filter(({ isMain }) => isMain)
            .map(({ label, word = label, Icon, loading = false, disabledReason, onClick }) => (
              <WordedIconButton
                key={label}
                label={label}
                word={word}
                icon={Icon}
                loading={loading}
                disabledReason={disabledReason}
                onClick={onClick}
              />
            ))}
          {others.length > 0 && (
            <DropdownMenu side="top" trigger={<WordedIconButton label="More" icon={Ellipsis} />}>
              {others.map(({ label, Icon, danger = false, disabledReason, onClick }) => (
                <MenuItem key={label} icon={<Icon className="size-4" />} danger={danger} disabledReason={disabledReason} onSelect={onClick}>
                  {label}
                </MenuItem>
              ))}
            </DropdownMenu>
          )}
        </div>
      )}
      {isWide && <IconButton label="Cancel selection" icon={<X aria-hidden className="size-5" />} onClick={onEnd} />}
    </div>
  );
}
