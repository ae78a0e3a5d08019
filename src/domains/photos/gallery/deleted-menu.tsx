// Recently deleted photos. Loaded on demand: restoring needs a connection anyway.
import { useEventZone } from '#src/domains/photos/labels.ts';
import type { useDeletions } from '#src/domains/photos/use-deletion.ts';
import { formatTimeOfDay, pluralize } from '#src/lib/format.ts';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { RotateCcw, Trash2 } from '#src/ui/icons.ts';

interface DeletedMenuProps {
  deletions: ReturnType<typeof useDeletions>;
  onRestore: (ids: readonly string[]) => void;
  side: 'top' | 'bottom';
}

export default function DeletedMenu({ deletions, onRestore, side }: DeletedMenuProps) {
  const zone = useEventZone();
  return (
    <DropdownMenu side={side} trigger={<IconButton label="Deleted photos" icon={<Trash2 aria-hidden className="size-5" />} />}>
      {deletions.map(({ ids, at }) => (
        <MenuItem key={at} icon={<RotateCcw aria-hidden />} onSelect={() => onRestore(ids)}>
          {`Restore ${pluralize(ids.length, 'photo', 'photos')}, deleted at ${formatTimeOfDay(at, zone)}`}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
