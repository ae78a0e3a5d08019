import { Link } from '@tanstack/react-router';
import { CalendarX } from 'lucide-react';
import { buttonClass } from '#src/ui/button.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';

export function EventNotFound() {
  useDocumentTitle('Event not found');
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <ScreenState
        as="page"
        icon={<CalendarX />}
        title="There is no such event"
        actions={
          <Link to="/dashboard/events-overview" className={buttonClass({ variant: 'primary' })}>
            Go to your events
          </Link>
        }
      >
        The link may be mistyped, or the event was deleted. Photos that wait on this phone are kept.
      </ScreenState>
    </div>
  );
}
