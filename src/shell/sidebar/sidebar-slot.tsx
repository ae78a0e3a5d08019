import { useAtom } from 'jotai';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { type Area, sidebarOpenAtom, useSidebarCovers } from './sidebar-toggle.tsx';

// Closed on the camera until asked for, so its code is not part of what the camera must load.
const Sidebar = lazy(() => import('./sidebar.tsx'));

/** The place of the sidebar beside the content: 64 units wide when open, on a phone a rail of 20 over it. Empty when closed. */
export function SidebarSlot({ area }: { area: Area }) {
  const [isOpen, setOpen] = useAtom(sidebarOpenAtom);
  const open = isOpen(area);
  const covers = useSidebarCovers(area);

  useEffect(() => {
    if (!covers) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setOpen(area, false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [covers, area, setOpen]);

  // Left open over the screen by a logout, it would lie over the first screen after the next login.
  const coversNow = useRef(covers);
  useEffect(() => void (coversNow.current = covers), [covers]);
  useEffect(() => () => void (coversNow.current && setOpen(area, false)), [area, setOpen]);

  if (!open) return null;
  return (
    <>
      {covers && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={() => setOpen(area, false)}
          className="fixed inset-0 z-45 animate-fade-in bg-scrim"
        />
      )}
      <div className="fixed inset-y-0 left-0 z-45 w-(--sidebar-rail) border-r border-line bg-surface shadow-3 md:sticky md:top-0 md:z-auto md:h-dvh md:w-(--sidebar-open) md:shrink-0 md:shadow-none">
        {/* The toggle names it as what it controls, also before its code is there. */}
        <Suspense fallback={<div id="sidebar" />}>
          <Sidebar area={area} covers={covers} onNavigate={() => (covers || area === 'venue') && setOpen(area, false)} />
        </Suspense>
      </div>
    </>
  );
}

/** The first stop of the keyboard on screens with a sidebar. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The hash belongs to the router; only the focus moves.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      className="skip-link"
    >
      Skip to content
    </a>
  );
}
