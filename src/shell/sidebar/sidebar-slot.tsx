import { useAtom } from 'jotai';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { type Area, sidebarOpenAtom, useSidebarCovers } from './sidebar-toggle.tsx';

// Closed by default on the camera, so its code is not part of the camera's load.
const Sidebar = lazy(() => import('./sidebar.tsx'));

/** The sidebar's slot beside the content: 64 units wide when open; on a phone a rail of 20 over it. Empty when closed. */
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

  // A sidebar left open over the screen by a logout would cover the first screen after the next login.
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
        {/* The toggle's aria-controls needs this id even before the code is loaded. */}
        <Suspense fallback={<div id="sidebar" />}>
          <Sidebar area={area} covers={covers} onNavigate={() => (covers || area === 'venue') && setOpen(area, false)} />
        </Suspense>
      </div>
    </>
  );
}

/** The first tab stop of screens with a sidebar. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The router owns the hash; only move the focus.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      className="skip-link"
    >
      Skip to content
    </a>
  );
}
