import { createFileRoute } from '@tanstack/react-router';
import { ImportGuard } from '#src/camera/import-guard.tsx';
import { eventAccess } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { VenueLayout } from '#src/shell/venue-layout.tsx';

/** The venue: the event area. The sidebar is closed until its toggle (`SidebarToggle`, in the event's own header) is pressed. */
export const Route = createFileRoute('/_venue')({
  beforeLoad: guarded(eventAccess),
  component: Venue,
});

function Venue() {
  return (
    <>
      <VenueLayout />
      <ImportGuard />
    </>
  );
}
