import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CalendarDays, Download, Ellipsis, ImagePlus, Plus, Trash2 } from '#src/ui/icons.ts';
import { saveDisabledReason, type LibraryImage } from './library-image.ts';

interface PhotoMenuProps {
  image: LibraryImage;
  /** Why collections cannot be changed now. */
  collectionsDisabledReason: string | false;
  onOpenEvent: () => void;
  onCompose: () => void;
  onCollect: () => void;
  onSave: () => void;
  onDelete: () => void;
}

/** All that can be done with an event photo in the viewer, but liking it. */
export function PhotoMenu({ image, collectionsDisabledReason, onOpenEvent, onCompose, onCollect, onSave, onDelete }: PhotoMenuProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const { photo } = image;
  if (!photo) return null;
  return (
    <DropdownMenu
      className="venue"
      trigger={<IconButton size="lg" label="More for this image" icon={<Ellipsis aria-hidden className="size-5" />} />}
    >
      <MenuItem icon={<CalendarDays aria-hidden />} onSelect={onOpenEvent}>
        Show in its event
      </MenuItem>
      <MenuItem
        icon={<ImagePlus aria-hidden />}
        disabledReason={photo.state !== 'ready' ? 'You can’t use this photo yet.' : !photo.can.download && saveDisabledReason(image)}
        onSelect={onCompose}
      >
        Restyle
      </MenuItem>
      <MenuItem icon={<Plus aria-hidden />} disabledReason={collectionsDisabledReason || offline} onSelect={onCollect}>
        Add to collection
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} disabledReason={saveDisabledReason(image) ?? offline} onSelect={onSave}>
        Download
      </MenuItem>
      {photo.can.delete && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} disabledReason={offline} onSelect={onDelete}>
            Delete
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}
