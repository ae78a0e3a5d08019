import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { NewEventButton } from '#src/domains/events/manage/list/new-event-button.tsx';
import { organizationEventsQuery } from '#src/domains/events/manage/queries.ts';
import { EventCards } from '#src/domains/events/overview/event-list.tsx';
import { CardsSkeleton } from '#src/domains/events/overview/states.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarDays } from '#src/ui/icons.ts';

const SHOWN = 2;
const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2';

/** What is on and what comes next, the camera one tap away. */
export function NextEvents({ organizationId, suspended }: { organizationId: string; suspended: boolean }) {
  const navigate = useNavigate();
  // The same page that the list begins with: the way there is short.
  const query = useQuery(organizationEventsQuery(organizationId, {}));
  useRefetchOnReconnect(query);
  return (
    <section aria-labelledby="next-events" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="next-events" className="text-lg font-semibold">
          Events
        </h2>
        <Link to="/organization/events" className={buttonClass({ size: 'sm' })}>
          All events
        </Link>
      </div>
      <QueryState
        query={query}
        skeleton={<CardsSkeleton cards={SHOWN} className={GRID} />}
        failed="Couldn’t load the events"
        offline="Cameras and galleries you’ve opened on this device work offline. See “My events” in the menu."
        as="part"
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={<CalendarDays />}
              title="No events yet"
              actions={
                <NewEventButton
                  suspended={suspended}
                  onPress={() => void navigate({ to: '/organization/events', search: { new: true } })}
                />
              }
            >
              An event has a gallery, a code to join with, and a camera for its photographers.
            </EmptyState>
          ) : (
            <EventCards events={items.slice(0, SHOWN)} now={query.dataUpdatedAt} className={GRID} />
          )
        }
      </QueryState>
    </section>
  );
}
