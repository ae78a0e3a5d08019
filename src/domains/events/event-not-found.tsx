import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarX, DoorOpen } from 'lucide-react';
import { useEffect } from 'react';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { SidebarToggle } from '#src/shell/sidebar/sidebar-toggle.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { forgetEvent } from './queries.ts';

interface EventNotFoundProps {
  id: string;
  /** It was there, and this person in it: deleted since, or they were taken off it. */
  gone: boolean;
}

/** In place of the event's own frame: with a header like its. */
export function EventNotFound({ id, gone }: EventNotFoundProps) {
  const client = useQueryClient();
  useEffect(() => forgetEvent(client, id), [client, id]);
  useDocumentTitle(gone ? 'No longer in this event' : 'Event not found');
  return (
    <div className="flex min-h-dvh flex-1 flex-col">
      <header className="flex h-[calc(3.5rem+var(--safe-top))] items-center gap-2 border-b border-line px-2 pt-(--safe-top)">
        <SidebarToggle area="venue" />
        <span className="flex-1 text-sm font-semibold">AI Image Suite</span>
        <OfflineIndicator className="pr-2" />
      </header>
      <div className="grid flex-1 place-items-center pb-24">
        <ScreenState
          as="page"
          announce={gone ? 'at-once' : undefined}
          icon={gone ? <DoorOpen /> : <CalendarX />}
          title={gone ? 'You are no longer in this event' : 'Event not found'}
          actions={
            <>
              <Link to="/dashboard/events-overview" className={buttonClass({ variant: 'primary' })}>
                Go to your events
              </Link>
              <Link to="/join" className={buttonClass()}>
                Enter a code
              </Link>
            </>
          }
        >
          {gone
            ? 'It was deleted, or its organizer took you off it. If that was a mistake, ask them. Photos that wait on this phone are kept.'
            : 'The link may be mistyped, the event was deleted, or it opens by a code. Photos that wait on this phone are kept.'}
        </ScreenState>
      </div>
    </div>
  );
}
