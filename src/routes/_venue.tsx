import { createFileRoute, Outlet } from '@tanstack/react-router';
import { ImportGuard } from '#src/camera/import-guard.tsx';
import { eventAccess } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { SidebarSlot, SkipLink } from '#src/shell/sidebar/sidebar-slot.tsx';
import { useSidebarCovers } from '#src/shell/sidebar/sidebar-toggle.tsx';

/** The venue: the event area. The sidebar is closed until its toggle (`SidebarToggle`, in the event's own header) is pressed. */
export const Route = createFileRoute('/_venue')({
  beforeLoad: guarded(eventAccess),
  component: Venue,
});

/** Only the sidebar's slot: the event's layout has the header, bottom bar and toggle. */
function Venue() {
  const covered = useSidebarCovers('venue');
  return (
    <>
      <div className="flex min-h-dvh">
        <SkipLink />
        <SidebarSlot area="venue" />
        <main id="main" tabIndex={-1} inert={covered} className="flex min-w-0 flex-1 flex-col">
          <Outlet />
        </main>
      </div>
      <ImportGuard />
    </>
  );
}
