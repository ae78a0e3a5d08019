import { formatCount } from '#src/lib/format.ts';
import { Link } from '@tanstack/react-router';
import { Images, MapPin, Users } from 'lucide-react';
import { Cover } from '#src/domains/events/cover.tsx';
import { dayOf, hoursOf, type Event } from '#src/domains/events/event.ts';
import { durationWords } from '#src/domains/events/manage/local-time.ts';
import { StatusBadge } from '#src/domains/events/manage/status-badge.tsx';
import { policyWords } from '#src/domains/events/manage/status-words.ts';
import type { EventActions } from '#src/domains/events/manage/use-event-actions.ts';
import { EventMenu } from './event-menu.tsx';

interface EventsCardsProps {
  events: readonly Event[];
  actions: EventActions;
  busy: boolean;
  now: number;
}

/** The list on a phone. Pressing a card opens its event. */
export function EventsCards({ events, actions, busy, now }: EventsCardsProps) {
  return (
    <ul aria-label="Events" aria-busy={busy} className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 aria-busy:stale">
      {events.map((event) => (
        <li
          key={event.id}
          className="relative flex gap-3 rounded-lg border border-line bg-surface p-3 shadow-1 has-[a:focus-visible]:shadow-2"
        >
          <div className="relative size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
            <Cover event={event} sizes="4rem" />
          </div>
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1">
            <div className="flex items-start gap-2">
              <h2 className="mr-7 line-clamp-2 min-w-0 flex-1 leading-snug font-semibold [overflow-wrap:anywhere]">
                <Link to="/organization/events/$id" params={{ id: event.id }} className="after:absolute after:inset-0 after:rounded-lg">
                  {event.name}
                </Link>
              </h2>
              <span className="absolute top-1.5 right-1.5 touch:top-0.5 touch:right-0.5">
                <EventMenu event={event} actions={actions} />
              </span>
            </div>
            <p className="text-sm text-ink-muted">
              <time dateTime={event.starts_at}>
                {dayOf(event, now)}, {hoursOf(event)}
              </time>{' '}
              <span className="whitespace-nowrap">({durationWords(event.duration)})</span>
            </p>
            {event.location && (
              <p className="flex items-center gap-1.5 text-sm text-ink-muted">
                <MapPin aria-hidden className="size-3.5 shrink-0" />
                <span className="truncate">{event.location}</span>
              </p>
            )}
            <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted tabular-nums">
              <StatusBadge status={event.status} />
              <span className="inline-flex items-center gap-1">
                <Images aria-hidden className="size-3.5" />
                {formatCount(event.photos_count)}
                <span className="sr-only">photos</span>
              </span>
              <span className="inline-flex items-center gap-1">
                <Users aria-hidden className="size-3.5" />
                {formatCount(event.attendees_count)}
                <span className="sr-only">people</span>
              </span>
              <span>{policyWords[event.join_policy].short}</span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
