import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { PanelLeft } from '#src/ui/icons.ts';

/** The two areas: at a venue, and everywhere else. In the app the sidebar is open by default on a desktop; in the venue it is closed. */
export type Area = 'app' | 'venue';

const DESKTOP = '(min-width: 48rem)';

const stored = atom<Partial<Record<Area, boolean>>>({});

const openByDefault = (area: Area) => area === 'app' && window.matchMedia(DESKTOP).matches;

/** Open or closed, per area, for the life of the page. */
export const sidebarOpenAtom = atom(
  (get) => (area: Area) => get(stored)[area] ?? openByDefault(area),
  (get, set, area: Area, open: boolean) => set(stored, { ...get(stored), [area]: open }),
);

const phone = window.matchMedia('(max-width: 47.99rem)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** Whether the open sidebar covers the content, as on a phone: then the content behind must not take the focus. */
export function useSidebarCovers(area: Area): boolean {
  const open = useAtomValue(sidebarOpenAtom)(area);
  const narrow = useSyncExternalStore(subscribe, () => phone.matches);
  return open && narrow;
}

interface SidebarToggleProps {
  area: Area;
  /** For the toggle inside the rail that covers the content: takes the focus. */
  takesFocus?: boolean;
  className?: string;
}

/** Opens and closes the sidebar of its area. For the header of the screen. */
export function SidebarToggle({ area, takesFocus, className }: SidebarToggleProps) {
  const [isOpen, setOpen] = useAtom(sidebarOpenAtom);
  const open = isOpen(area);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    // The focused element disappeared with the sidebar: the focus returns to the toggle.
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
