import { Link } from '@tanstack/react-router';
import { groupEvents, type Event } from '#src/domains/events/event.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { EventCards } from './event-list.tsx';
import { JoinWithCode } from './join-with-code.tsx';
import { EventListSkeleton, EventsFailed, FreshnessNote, NoEvents } from './states.tsx';
import { useEvents } from './use-events.ts';

/** So many that are still to come, where nothing is on. */
const SOONEST = 3;

interface OwnNextEventsProps {
  /** Of this account, by event: photos that only this phone has. */
  waiting: ReadonlyMap<string, number>;
  onJoined: (event: Event) => void;
}

/** One's events that are on now, each with its camera one press away; where none is, what comes next. */
export function OwnNextEvents({ waiting, onJoined }: OwnNextEventsProps) {
  const { items, readAt: now, kept, query } = useEvents('mine', '');
  if (!items) return query.error ? <EventsFailed query={query} /> : <EventListSkeleton />;
  const groups = groupEvents(items, now);
  const isOn = groups.now.length > 0;
  const shown = isOn ? groups.now : groups.upcoming.slice(0, SOONEST);
  return (
    <section aria-labelledby="next-events" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FreshnessNote query={query} kept={kept} searched={false} />
      {shown.length === 0 ? (
        <NoEvents scope="mine" action={<JoinWithCode onJoined={onJoined} />} />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="next-events" className="text-lg font-semibold">
              {isOn ? 'Happening now' : 'Upcoming'}
            </h2>
            <Link to="/dashboard/events-overview" className={buttonClass({ size: 'sm' })}>
              All events
            </Link>
          </div>
          <EventCards events={shown} waiting={waiting} now={now} />
        </>
      )}
    </section>
  );
}
