import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NewEventButton } from '#src/domains/events/manage/list/new-event-button.tsx';
import { organizationEvents, type OrganizationOverview, organizationOverviewQuery } from '#src/domains/events/manage/queries.ts';
import { statusLabels } from '#src/domains/events/manage/status-labels.ts';
import { CardsSkeleton, EventCards } from '#src/domains/events/overview/event-list.tsx';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatDay, pluralize } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { AttentionCard, attentionLink, AttentionRow } from '#src/ui/attention.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarDays, Clock, HardDrive, ImagePlus, MailWarning, TriangleAlert } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';

const EVERY_MS = 30_000;

interface OrganizationSummaryProps {
  organizationId: string;
  suspended: boolean;
  /** Rows of other domains. */
  devices: readonly ReactNode[];
}

/** The organization's dashboard: pending work, current events, and figures that link to their lists. */
export function OrganizationSummary({ organizationId, suspended, devices }: OrganizationSummaryProps) {
  const query = useQuery({ ...organizationOverviewQuery(organizationId), refetchInterval: EVERY_MS });
  useRefetchOnReconnect(query);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <NextEvents organizationId={organizationId} suspended={suspended} />
        {query.data ? <Attention overview={query.data} devices={devices} /> : query.isPending && <Skeleton className="h-52 rounded-lg" />}
      </div>
      <QueryState
        query={query}
        skeleton={<FiguresSkeleton />}
        failed="Couldn’t load statistics"
        offline="Statistics need a connection."
        as="part"
      >
        {(overview) => (
          <>
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            <Figures overview={overview} />
            {overview.events.all + overview.photos > 0 && <DailyActivity days={overview.days} />}
          </>
        )}
      </QueryState>
    </div>
  );
}

const SHOWN = 2;
const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2';

/** Current and upcoming events, with one-tap access to the camera. */
function NextEvents({ organizationId, suspended }: { organizationId: string; suspended: boolean }) {
  const navigate = useNavigate();
  // The first page of the event list, which is then cached for it.
  const query = useQuery(organizationEvents.query({}, organizationId));
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

/** Warns from this fraction of the storage limit. */
const NEARLY_FULL = 0.8;

/** Pending work, each item linked to its screen. */
export function Attention({
  overview: { pending, reported, past_their_end: past, expired_invitations: expired, bytes, storage_limit: room },
  devices,
}: {
  overview: OrganizationOverview;
  devices: readonly ReactNode[];
}) {
  const isNearlyFull = room !== null && bytes >= room * NEARLY_FULL;
  return (
    <AttentionCard>
      {devices}
      {reported.events.map(({ id, name, photos }) => (
        <AttentionRow key={id} icon={<TriangleAlert />} note={name}>
          <Link to="/organization/events/$id" params={{ id }} search={{ tab: 'moderation', view: 'reported' }} className={attentionLink}>
            {pluralize(photos, 'reported photo', 'reported photos')}
          </Link>
        </AttentionRow>
      ))}
      {elsewhere(reported, 'more reported in other events')}
      {pending.events.map(({ id, name, photos }) => (
        <AttentionRow key={id} icon={<ImagePlus />} note={name}>
          <Link to="/organization/events/$id" params={{ id }} search={{ tab: 'moderation' }} className={attentionLink}>
            {pluralize(photos, 'photo', 'photos')} to review
          </Link>
        </AttentionRow>
      ))}
      {elsewhere(pending, 'more to review in other events')}
      {past.map(({ id, name }) => (
        <AttentionRow key={id} icon={<Clock />} note={name}>
          <Link to="/organization/events/$id" params={{ id }} className={attentionLink}>
            Overdue event
          </Link>
        </AttentionRow>
      ))}
      {isNearlyFull && (
        <AttentionRow icon={<HardDrive />} note={`${formatBytes(bytes)} of ${formatBytes(room)}. New photos are still accepted`}>
          <Link to="/organization/billing" className={attentionLink}>
            {bytes >= room ? 'Storage is full' : 'Storage is nearly full'}
          </Link>
        </AttentionRow>
      )}
      {expired > 0 && (
        <AttentionRow icon={<MailWarning />} note="Resend or revoke them">
          <Link to="/organization/staff" className={attentionLink}>
            {pluralize(expired, 'staff invitation has', 'staff invitations have')} expired
          </Link>
        </AttentionRow>
      )}
    </AttentionCard>
  );
}

/** Beyond the listed events. */
function elsewhere({ photos, events }: OrganizationOverview['pending'], words: string): ReactNode {
  const others = photos - events.reduce((sum, event) => sum + event.photos, 0);
  return (
    others > 0 && (
      <li className="px-2 py-2 text-sm text-ink-muted">
        {formatCount(others)} {words}
      </li>
    )
  );
}

const FIGURES_GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-4';
const STRETCHED_LINK = 'after:absolute after:inset-0 after:rounded-lg';

/** Events by status, linked to their lists; photos, storage and staff. */
export function Figures({ overview: { events, photos, bytes, storage_limit: room, staff } }: { overview: OrganizationOverview }) {
  // A new organization has only zeros.
  if (events.all + photos === 0) return null;
  return (
    <section aria-label="Statistics">
      <dl className={FIGURES_GRID}>
        {(['live', 'active', 'draft', 'ended'] as const).map((status) => (
          <Stat
            key={status}
            name={`${statusLabels[status].name} events`}
            strong={status === 'live' && events.live > 0}
            className="transition-shadow focus-within:shadow-2 hover:shadow-2"
            value={
              <Link to="/organization/events" search={{ status }} className={STRETCHED_LINK}>
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
            <Link to="/organization/events" className={STRETCHED_LINK}>
              {formatCount(events.all)}
            </Link>
          }
        />
        <Stat name="Photos" value={formatCount(photos)} />
        <Stat
          name="Storage"
          value={
            <Link to="/organization/billing" className={STRETCHED_LINK}>
              {formatBytes(bytes)}
            </Link>
          }
          note={room === null ? 'Originals' : `Originals, of ${formatBytes(room)}`}
        />
        <Stat
          name="Active staff"
          value={
            <Link to="/organization/staff" className={STRETCHED_LINK}>
              {formatCount(staff)}
            </Link>
          }
        />
      </dl>
    </section>
  );
}

function FiguresSkeleton() {
  return (
    <Loading label="Loading statistics" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className={FIGURES_GRID}>
        {Array.from({ length: 8 }, (_, tile) => (
          <Skeleton key={tile} className="h-20 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </Loading>
  );
}

type Day = OrganizationOverview['days'][number];

/** Calendar days have no time zone. */
const dayLabel = ({ day }: Day) => formatDay(`${day}T00:00:00Z`, 'UTC');

/** Photos by capture day and likes, each on a separate scale. */
export function DailyActivity({ days }: { days: readonly Day[] }) {
  if (days.every(({ photos, likes }) => photos + likes === 0)) {
    return (
      <Card title="Last 30 days">
        <p className="text-ink-muted">No photos or likes in the last 30 days</p>
      </Card>
    );
  }
  return (
    <Card title="Last 30 days" lead="Each photo counts on the day it was taken, in your time zone.">
      <div className="grid gap-8 lg:grid-cols-2">
        <Bars days={days} metric="photos" one="photo" many="photos" className="bg-accent" />
        <Bars days={days} metric="likes" one="like" many="likes" className="bg-danger" />
      </div>
      {/* A table ignores a fixed height, so the wrapper hides it. */}
      <div className="sr-only">
        <table>
          <caption>Photos and likes by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Photos</th>
              <th scope="col">Likes</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayLabel(day)}</th>
                <td>{day.photos}</td>
                <td>{day.likes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface BarsProps {
  days: readonly Day[];
  metric: 'photos' | 'likes';
  one: string;
  many: string;
  className: string;
}

function Bars({ days, metric, one, many, className }: BarsProps) {
  const most = Math.max(...days.map((day) => day[metric]));
  const sum = days.reduce((total, day) => total + day[metric], 0);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure aria-hidden className="grid gap-2">
      <figcaption className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">{pluralize(sum, one, many)}</span>
        <span className="text-ink-muted tabular-nums">{most > 0 && `peak ${formatCount(most)} per day`}</span>
      </figcaption>
      <div className="flex h-32 items-end gap-px border-b border-line sm:gap-0.5">
        {days.map((day) => (
          <div key={day.day} title={`${dayLabel(day)}: ${pluralize(day[metric], one, many)}`} className="flex h-full flex-1 items-end">
            <div
              className={cn('w-full rounded-t-xs', day[metric] > 0 ? className : 'bg-transparent')}
              style={{ height: most > 0 ? `max(${day[metric] > 0 ? 2 : 0}px, ${(day[metric] / most) * 100}%)` : 0 }}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-between text-xs text-ink-muted">
        <span>{first && dayLabel(first)}</span>
        <span>{last && dayLabel(last)}</span>
      </div>
    </figure>
  );
}
