import { Outlet } from '@tanstack/react-router';
import { SidebarSlot } from './sidebar/sidebar-slot.tsx';
import { useSidebarCovers } from './sidebar/use-covers.ts';
import { SkipLink } from './skip-link.tsx';

/** The frame of the event area: nothing but the sidebar's place. The event's own layout brings header, bottom bar and the toggle. */
export function VenueLayout() {
  const covered = useSidebarCovers('venue');
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <SidebarSlot area="venue" />
      <main id="main" tabIndex={-1} inert={covered} className="flex min-w-0 flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  );
}
