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
import { eventQuery, forgetEvent } from './queries.ts';

/** Asked for again this often while the page is seen: it may be restored, or the person let in again. */
const RETRY_MS = 5_000;

interface EventNotFoundProps {
  id: string;
  /** It was there, and this person in it: deleted since, or they were taken off it. */
  gone: boolean;
}

/** In place of the event's own frame: with a header like its. */
export function EventNotFound({ id, gone }: EventNotFoundProps) {
  const client = useQueryClient();
  // Of the gallery below this screen's route: a shared photo opens once the event is joined.
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

/** Opens the event again once the server has it for this person. */
function useReturn(id: string, gone: boolean): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (!gone) return undefined;
    const refetch = async () => {
      if (document.hidden || isReachable() === false) return;
      const event = await client.fetchQuery({ ...eventQuery(id), staleTime: 0, retry: false }).catch(() => null); // still refused: asked again
      if (event) await router.invalidate();
    };
    const timer = setInterval(() => void refetch(), RETRY_MS);
    return () => clearInterval(timer);
  }, [client, router, id, gone]);
}
