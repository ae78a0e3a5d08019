import { Link } from '@tanstack/react-router';
import { organizationStepSentence } from '#src/domains/platform/logs/log-labels.ts';
import { pluralize, formatCount, formatFullDate, formatDateTime } from '#src/lib/format.ts';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import type { PlatformOrganizationDetails } from './queries.ts';

const part = 'grid grid-cols-[minmax(0,1fr)] gap-2';
const list = 'grid grid-cols-[minmax(0,1fr)] divide-y divide-line';
const row = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2';

/** The name of somebody, which opens their profile. */
export function ProfileLink({ person: { user_id: id, name } }: { person: { user_id: string; name: string } }) {
  return (
    <Link to="/super-admin/users" search={{ user: id }} className="hover:underline">
      {name}
    </Link>
  );
}

/** What it ran last. */
export function LatestEvents({ id, events: { total, latest } }: Pick<PlatformOrganizationDetails, 'events'> & { id: string }) {
  return (
    <section aria-label="Latest events" className={part}>
      <h3 className="font-semibold">Latest events</h3>
      {latest.length === 0 && <p className="text-ink-muted">None yet</p>}
      <ul className={list}>
        {latest.map((event) => (
          <li key={event.id} className={row}>
            <Link to="/super-admin/event-management/$id" params={{ id: event.id }} className="min-w-0 wrap-anywhere hover:underline">
              {event.name}
            </Link>
            <span className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
              <EventBadge event={event} />
              <time dateTime={event.starts_at}>{formatFullDate(event.starts_at, event.time_zone)}</time>
              {pluralize(event.photos_count, 'photo', 'photos')}
            </span>
          </li>
        ))}
      </ul>
      {total > 0 && (
        <Link
          to="/super-admin/event-management"
          search={{ organization_id: id }}
          className={buttonClass({ size: 'sm', className: 'justify-self-start' })}
        >
          {total === 1 ? 'View in Event Management' : `View all ${formatCount(total)} in Event Management`}
        </Link>
      )}
    </section>
  );
}

/** How its status became what it is, as the audit trail tells it. */
export function OrganizationHistory({ id, history }: Pick<PlatformOrganizationDetails, 'history'> & { id: string }) {
  return (
    <section aria-label="History" className={part}>
      <h3 className="font-semibold">History</h3>
      {history.length === 0 && <p className="text-ink-muted">No status changes in the logs.</p>}
      <ul className={list}>
        {history.map(({ id: entry, at, what, by, reason }) => (
          <li key={entry} className={row}>
            <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
              <Link to="/super-admin/system-logs" search={{ organization: id, entry }} className="hover:underline">
                {organizationStepSentence(what)}
              </Link>
              {reason !== null && <p className="text-sm wrap-anywhere text-ink-muted">{reason}</p>}
            </div>
            <span className="text-sm text-ink-muted">
              {by && (
                <>
                  <ProfileLink person={by} />,{' '}
                </>
              )}
              <time dateTime={at}>{formatDateTime(at)}</time>
            </span>
          </li>
        ))}
      </ul>
      <Link
        to="/super-admin/system-logs"
        search={{ organization: id }}
        className={buttonClass({ size: 'sm', className: 'justify-self-start' })}
      >
        View all in System Logs
      </Link>
    </section>
  );
}
