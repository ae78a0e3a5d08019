import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pluralize, formatRelativeTime, formatBytes, formatCount } from '#src/lib/format.ts';
import { Stat } from '#src/ui/stat.tsx';
import type { PlatformOverview } from './queries.ts';

const cover = 'after:absolute after:inset-0 after:rounded-lg';

export function PlatformFigures({ overview }: { overview: PlatformOverview }) {
  const { people, organizations, events, photos, images, jobs, mails, database, disk } = overview;
  const { oldest_waiting_at: oldest } = jobs;
  return (
    <>
      <Group label="In use">
        <Stat
          name="Active organizations"
          value={
            <Link to="/super-admin/users" search={{ tab: 'organizations', state: 'active' }} className={cover}>
              {formatCount(organizations.active)}
            </Link>
          }
          note={organizations.suspended > 0 && `${formatCount(organizations.suspended)} suspended`}
        />
        <Stat
          name="People"
          value={
            <Link to="/super-admin/users" className={cover}>
              {formatCount(people.total)}
            </Link>
          }
          note={`${formatCount(people.new_this_week)} new this week`}
        />
        <Stat
          name="Events open now"
          value={formatCount(events.live)}
          strong={events.live > 0}
          note={events.total > 0 && `of ${formatCount(events.total)}`}
        />
        <Stat name="Photos" value={formatCount(photos.total)} note={photos.total > 0 && formatBytes(photos.bytes)} />
        {images.made_today + images.failed_today > 0 && (
          <Stat
            name="Generated images"
            value={formatCount(images.made_today)}
            note={`in 24 hours · ${pluralize(images.failed_today, 'request', 'requests')} failed`}
          />
        )}
      </Group>
      <Group label="Capacity">
        <Stat name="Disk space left" value={formatBytes(disk.free_bytes)} note={`of ${formatBytes(disk.total_bytes)}`} />
        <Stat name="Database" value={formatBytes(database.bytes)} />
        {jobs.waiting > 0 && (
          <Stat
            name="Background jobs"
            value={formatCount(jobs.waiting)}
            note={oldest === null ? 'waiting' : `waiting, the oldest since ${formatRelativeTime(new Date(oldest).getTime())}`}
          />
        )}
        {mails.waiting > 0 && <Stat name="Emails" value={formatCount(mails.waiting)} note="waiting to be sent" />}
      </Group>
    </>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="grid gap-3">
      <h2 className="text-lg font-semibold">{label}</h2>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">{children}</dl>
    </section>
  );
}
