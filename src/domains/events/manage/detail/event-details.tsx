import type { ReactNode } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { formatDuration, endTime, formatTimeZone } from '#src/domains/events/manage/local-time.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';

/** What was set, to be read. */
export function EventDetails({ event }: { event: Event }) {
  const { starts_at: start, duration, time_zone: zone, type, description } = event;
  return (
    <>
      {description && <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">{description}</p>}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Begins">{formatWeekdayDateTime(start, zone)}</Fact>
        <Fact name="Ends">
          {formatWeekdayDateTime(endTime(start, duration), zone)}
          <span className="block text-ink-muted">
            {formatDuration(duration)}
            {event.ends_automatically && '. Closes automatically 6 hours later.'}
          </span>
        </Fact>
        <Fact name="Time zone">
          {formatTimeZone(Date.parse(start), zone)}
          {zone === null && <span className="block text-ink-muted">Your time zone. The event has none set.</span>}
        </Fact>
        <Fact name="Place">{event.location || '—'}</Fact>
        <Fact name="Visibility">
          {type === 'public' ? 'Public. Members of other organizations can find it.' : 'Private. Only for people who join.'}
        </Fact>
        <Fact name="New photos">{event.require_approval ? 'Need approval' : 'Shown right away'}</Fact>
        <Fact name="Guest downloads">{event.allow_downloads ? 'Allowed' : 'Not allowed'}</Fact>
        <Fact name="Organization">{event.organization_name}</Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
