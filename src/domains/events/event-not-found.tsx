import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { VenueScreen } from '#src/shell/venue-screen.tsx';
import { isReachable } from '#src/transport/reachability.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { CalendarX, DoorOpen } from '#src/ui/icons.ts';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { forgetEvent } from './event-lists.ts';
import { eventQuery } from './queries.ts';

/** Interval of retries while the page is visible: the event may be restored, or the person readmitted. */
const RETRY_MS = 5_000;

interface EventNotFoundProps {
  id: string;
  /** The event was accessible before: it was deleted since, or the person was removed. */
  gone: boolean;
}

/** Replaces the event's frame, with a similar header. */
export function EventNotFound({ id, gone }: EventNotFoundProps) {
  const client = useQueryClient();
  // A search parameter of the gallery route. A shared photo opens once the person has joined.
  const { photo } = useSearch({ strict: false });
  useEffect(() => forgetEvent(client, id), [client, id]);
  useReturn(id, gone);
  useDocumentTitle(gone ? 'No longer in this event' : 'Event not found');
  return (
    <VenueScreen>
      <div className="grid flex-1 place-items-center pb-24">
        <ScreenState
          as="page"
          announce={gone ? 'at-once' : undefined}
          icon={gone ? <DoorOpen /> : <CalendarX />}
          title={gone ? 'You’re no longer in this event' : 'Event not found'}
          actions={
            <>
              <Link to="/dashboard/events-overview" className={buttonClass({ variant: 'primary' })}>
                Go to your events
              </Link>
              <Link to="/join" search={photo === undefined ? {} : { photo }} className={buttonClass()}>
                Enter a code
              </Link>
            </>
          }
        >
          {gone
            ? `It was deleted, or the organizer removed you. If you think that’s a mistake, ask them. Photos waiting on this ${deviceLabel} are safe.`
            : `Check the link. The event may have been deleted, or you may need its code. Photos waiting on this ${deviceLabel} are safe.`}
        </ScreenState>
      </div>
    </VenueScreen>
  );
}

/** Reopens the event once the server returns it. */
function useReturn(id: string, gone: boolean): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (!gone) return undefined;
    const refetch = async () => {
      if (document.hidden || isReachable() === false) return;
      const event = await client.fetchQuery({ ...eventQuery(id), staleTime: 0, retry: false }).catch(() => null); // still refused: the next interval retries
      if (event) await router.invalidate();
    };
    const timer = setInterval(() => void refetch(), RETRY_MS);
    return () => clearInterval(timer);
  }, [client, router, id, gone]);
}
