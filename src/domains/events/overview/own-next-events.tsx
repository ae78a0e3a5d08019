import { Link } from '@tanstack/react-router';
import type { Event } from '#src/domains/events/event.ts';
import { groupEvents } from '#src/domains/events/phases.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { ENDING, EventCards, EventListSkeleton, EventsFailed, FreshnessNote, NoEvents, OVERDUE } from './event-list.tsx';
import { JoinWithCode } from './join-with-code.tsx';
import { useEvents } from './use-events.ts';

/** The number of upcoming or past events shown. */
const LIMIT = 3;

interface OwnNextEventsProps {
  /** The number of waiting photos of this account by event. */
  waiting: ReadonlyMap<string, number>;
  onJoined: (event: Event) => void;
}

/** The person's current events with their cameras, else upcoming ones; ending and overdue events in between. */
export function OwnNextEvents({ waiting, onJoined }: OwnNextEventsProps) {
  const { items, readAt: now, cached, query } = useEvents('mine', '');
  const hasPast = useOwnPastEvents().items.length > 0;
  if (!items) return query.error ? <EventsFailed query={query} /> : <EventListSkeleton />;
  const groups = groupEvents(items, now);
  const { now: on, ending, overdue } = groups;
  // Overdue events still accept photos, but are not listed as current.
  const all: [string, readonly Event[]][] = [
    ['Happening now', on],
    [ENDING, ending],
    [OVERDUE, overdue],
    ['Upcoming', on.length > 0 ? [] : groups.upcoming.slice(0, LIMIT)],
  ];
  const shown = all.filter(([, events]) => events.length > 0);
  if (shown.length === 0)
    return (
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FreshnessNote query={query} kept={cached} searched={false} />
        <NoEvents
          scope={hasPast ? 'next' : 'mine'}
          action={
            <>
              <JoinWithCode onJoined={onJoined} />
              <Link to="/dashboard/generate" className={buttonClass()}>
                Generate Image
              </Link>
            </>
          }
        />
      </section>
    );
  return (
    <>
      {shown.map(([heading, events], index) => (
        <section key={heading} aria-labelledby={`next-events-${index}`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {index === 0 && <FreshnessNote query={query} kept={cached} searched={false} />}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id={`next-events-${index}`} className="text-lg font-semibold">
              {heading}
            </h2>
            {index === 0 && (
              <Link to="/dashboard/events-overview" className={buttonClass({ size: 'sm' })}>
                All events
              </Link>
            )}
          </div>
          <EventCards events={events} waiting={waiting} now={now} />
        </section>
      ))}
    </>
  );
}

/** Past events without public events of others. */
function useOwnPastEvents(): { items: Event[]; readAt: number } {
  const { items = [], readAt } = useEvents('past', '');
  return { items: items.filter(({ relation }) => relation !== 'visitor'), readAt };
}

/** The latest past events. Renders nothing while loading or if there are none. */
export function OwnPastEvents({ waiting }: Pick<OwnNextEventsProps, 'waiting'>) {
  const { items, readAt: now } = useOwnPastEvents();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="past-events" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="past-events" className="text-lg font-semibold">
          Past events
        </h2>
        {items.length > LIMIT && (
          <Link to="/dashboard/events-overview" search={{ scope: 'past' }} className={buttonClass({ size: 'sm' })}>
            All past events
          </Link>
        )}
      </div>
      <EventCards events={items.slice(0, LIMIT)} waiting={waiting} now={now} />
    </section>
  );
}
