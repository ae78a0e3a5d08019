import { Link } from '@tanstack/react-router';
import { Cover } from '#src/domains/events/cover.tsx';
import { formatEventDay, formatEventHours, eventEntryRoute, type Event } from '#src/domains/events/event.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Camera, Images, Smartphone } from '#src/ui/icons.ts';

interface EventCardProps {
  event: Event;
  /** This account's photos of it that only this phone has. */
  waiting: number;
  now: number;
}

/** An event that this person may enter: its camera and its gallery. */
export function EventCard({ event, waiting, now }: EventCardProps) {
  const { id, name, can } = event;
  return (
    <article className="relative flex overflow-hidden rounded-lg border border-line bg-surface shadow-1 transition-shadow focus-within:shadow-2 hover:shadow-2 sm:flex-col">
      <div className="relative w-28 shrink-0 overflow-hidden bg-sunken sm:aspect-[3/2] sm:w-auto">
        <Cover event={event} />
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <EventBadge event={event} />
          <span className="min-w-0 truncate text-sm text-ink-muted" title={event.organization_name}>
            {event.organization_name}
          </span>
        </div>
        <h3 className="line-clamp-2 leading-snug font-semibold">
          <Link to={eventEntryRoute(event)} params={{ id }} title={name} className="after:absolute after:inset-0 after:rounded-lg">
            {name}
          </Link>
        </h3>
        <p className="text-sm text-ink-muted">
          <time dateTime={event.starts_at}>
            {formatEventDay(event, now)},{' '}
            <span className={event.duration > 24 ? undefined : 'whitespace-nowrap'}>{formatEventHours(event)}</span>
          </time>
          {event.location && (
            <span className="block truncate" title={event.location}>
              {event.location}
            </span>
          )}
        </p>
        <p className="text-sm text-ink-muted tabular-nums">
          {event.photos_count === 0 ? 'No photos yet' : pluralize(event.photos_count, 'photo', 'photos')}
          {event.attendees_count > 0 && ` · ${pluralize(event.attendees_count, 'person', 'people')}`}
        </p>
        {waiting > 0 && (
          <p>
            <Badge tone="info" icon={<Smartphone aria-hidden />}>
              {pluralize(waiting, 'photo waits', 'photos wait')} on this {deviceLabel}
            </Badge>
          </p>
        )}
        <p className="mt-1 flex gap-2">
          {can.capture && (
            <span aria-hidden className={buttonClass({ variant: 'primary', size: 'sm', className: 'pointer-events-none' })}>
              <Camera className="size-4" />
              Camera
            </span>
          )}
          <Link
            to="/event/$id/gallery"
            params={{ id }}
            aria-label={`Gallery of ${name}`}
            className={buttonClass({ size: 'sm', className: 'relative' })}
          >
            <Images aria-hidden className="size-4" />
            Gallery
          </Link>
        </p>
      </div>
    </article>
  );
}
