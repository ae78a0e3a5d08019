import { type ReactNode, useState } from 'react';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { EllipsisVertical, ImageUp, LogOut, Monitor } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import type { LeaveDialogProps } from './leave-dialog.tsx';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'), { name: 'the dialog', close: ({ onClose }) => onClose() });

interface EventOptionsProps extends Omit<LeaveDialogProps, 'onClose'> {
  canLeave: boolean;
  /** Shows the live wall; null if this person doesn't see the gallery. */
  onWall: (() => void) | null;
  /** Opens the import; null if this person has nothing to import here, or has the camera beside it. */
  onImport: (() => void) | null;
  /** Items of the gallery, first. */
  children?: ReactNode;
}

/** The event's menu, beside the gallery's filters. */
export function EventOptions({ canLeave, onWall, onImport, children, ...leaving }: EventOptionsProps) {
  const [asking, setAsking] = useState(false);
  const side = useMedia('(width >= 48rem)') ? 'bottom' : 'top';
  return (
    <>
      <DropdownMenu side={side} trigger={<IconButton label="Event options" icon={<EllipsisVertical aria-hidden className="size-5" />} />}>
        {children}
        {onImport && (
          <MenuItem icon={<ImageUp aria-hidden />} onSelect={onImport}>
            Import photos
          </MenuItem>
        )}
        {onWall && (
          <MenuItem icon={<Monitor aria-hidden />} onSelect={onWall}>
            Live wall
          </MenuItem>
        )}
        {canLeave && (
          <MenuItem icon={<LogOut aria-hidden />} onSelect={() => setAsking(true)}>
            Leave event
          </MenuItem>
        )}
      </DropdownMenu>
      {asking && <LeaveDialog {...leaving} onClose={() => setAsking(false)} />}
    </>
  );
}
