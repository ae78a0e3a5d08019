import { Link } from '@tanstack/react-router';
import type { OrganizationOverview } from '#src/domains/events/manage/queries.ts';
import { statusLabels } from '#src/domains/events/manage/status-labels.ts';
import { formatBytes, formatCount } from '#src/lib/format.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-4';
const cover = 'after:absolute after:inset-0 after:rounded-lg';

/** Events by their status, each leading to its list; photos, what they take up, and people. */
export function Figures({ overview: { events, photos, bytes, storage_limit: room, staff } }: { overview: OrganizationOverview }) {
  // Before its first event an organization has nothing but zeros.
  if (events.all + photos === 0) return null;
  return (
    <section aria-label="Figures">
      <dl className={GRID}>
        {(['live', 'active', 'draft', 'ended'] as const).map((status) => (
          <Stat
            key={status}
            name={`${statusLabels[status].name} events`}
            strong={status === 'live' && events.live > 0}
            className="transition-shadow focus-within:shadow-2 hover:shadow-2"
            value={
              <Link to="/organization/events" search={{ status }} className={cover}>
                {formatCount(events[status])}
              </Link>
            }
          />
        ))}
        <Stat
          name="All events"
          note={[
            events.ending > 0 && `${formatCount(events.ending)} ending`,
            events.overdue > 0 && `${formatCount(events.overdue)} overdue`,
            events.archived > 0 && `${formatCount(events.archived)} archived`,
          ]
            .filter(Boolean)
            .join(', ')}
          value={
            <Link to="/organization/events" className={cover}>
              {formatCount(events.all)}
            </Link>
          }
        />
        <Stat name="Photos" value={formatCount(photos)} />
        <Stat
          name="Storage"
          value={
            <Link to="/organization/billing" className={cover}>
              {formatBytes(bytes)}
            </Link>
          }
          note={room === null ? 'Originals' : `Originals, of ${formatBytes(room)}`}
        />
        <Stat
          name="Active staff"
          value={
            <Link to="/organization/staff" className={cover}>
              {formatCount(staff)}
            </Link>
          }
        />
      </dl>
    </section>
  );
}

export function FiguresSkeleton() {
  return (
    <Loading label="Loading the figures" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className={GRID}>
        {Array.from({ length: 8 }, (_, tile) => (
          <Skeleton key={tile} className="h-20 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </Loading>
  );
}
