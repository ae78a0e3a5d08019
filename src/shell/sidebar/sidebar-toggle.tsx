import { useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { PanelLeft } from '#src/ui/icons.ts';
import { sidebarOpenAtom, type Area } from './state.ts';

interface SidebarToggleProps {
  area: Area;
  /** In the rail that has just covered the content: the focus moves into it. */
  takesFocus?: boolean;
  className?: string;
}

/** Opens and closes the sidebar of its area. Stands in the header of the screen. */
export function SidebarToggle({ area, takesFocus, className }: SidebarToggleProps) {
  const [isOpen, setOpen] = useAtom(sidebarOpenAtom);
  const open = isOpen(area);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    // What had the focus has gone with the sidebar: it comes back to where it came from.
    if (takesFocus || (closed && document.activeElement === document.body)) button.current?.focus();
  }, [open, takesFocus]);
  return (
    <IconButton
      ref={button}
      label={open ? 'Close menu' : 'Open menu'}
      aria-expanded={open}
      aria-controls={open ? 'sidebar' : undefined}
      icon={<PanelLeft aria-hidden className="size-5" />}
      onClick={() => setOpen(area, !open)}
      className={className}
    />
  );
}
