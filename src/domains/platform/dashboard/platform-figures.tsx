import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted, formatAge, formatBytes, formatCount } from '#src/lib/format.ts';
import { Figure } from '#src/ui/figure.tsx';
import type { PlatformOverview } from './queries.ts';

const cover = 'after:absolute after:inset-0 after:rounded-lg';

export function PlatformFigures({ overview }: { overview: PlatformOverview }) {
  const { attention, people, organizations, events, photos, images, jobs, mails, database, disk } = overview;
  const { oldest_waiting_at: oldest } = jobs;
  return (
    <>
      <Group label="In use">
        <Figure
          name="Active organizations"
          value={
            <Link to="/super-admin/users" search={{ tab: 'organizations', state: 'active' }} className={cover}>
              {formatCount(organizations.active)}
            </Link>
          }
          note={organizations.suspended > 0 && `${formatCount(organizations.suspended)} suspended`}
        />
        <Figure
          name="People"
          value={
            <Link to="/super-admin/users" className={cover}>
              {formatCount(people.total)}
            </Link>
          }
          note={`${formatCount(people.new_this_week)} new this week`}
        />
        <Figure name="Events open now" value={formatCount(events.live)} strong={events.live > 0} note={`of ${formatCount(events.total)}`} />
        <Figure name="Photos" value={formatCount(photos.total)} note={formatBytes(photos.bytes)} />
        <Figure
          name="Generated images"
          value={formatCount(images.made_today)}
          note={`in 24 hours · ${counted(images.failed_today, 'request', 'requests')} failed`}
        />
        <Figure
          name="Support requests"
          value={
            <Link to="/super-admin/users" search={{ tab: 'tickets' }} className={cover}>
              {formatCount(attention.tickets)}
            </Link>
          }
          note="open"
        />
        <Figure
          name="Plan requests"
          value={
            <Link to="/super-admin/billing-subscription" search={{ tab: 'requests' }} className={cover}>
              {formatCount(attention.plan_requests)}
            </Link>
          }
          note="waiting"
        />
        <Figure
          name="Invoices"
          value={
            <Link to="/super-admin/billing-subscription" search={{ tab: 'invoices', state: 'overdue' }} className={cover}>
              {formatCount(attention.overdue_invoices)}
            </Link>
          }
          note="overdue"
        />
      </Group>
      <Group label="Capacity">
        <Figure name="Disk space left" value={formatBytes(disk.free_bytes)} note={`of ${formatBytes(disk.total_bytes)}`} />
        <Figure name="Database" value={formatBytes(database.bytes)} />
        <Figure
          name="Background jobs"
          value={formatCount(jobs.waiting)}
          note={oldest === null ? 'waiting' : `waiting, the oldest since ${formatAge(new Date(oldest).getTime())}`}
        />
        <Figure name="Emails" value={formatCount(mails.waiting)} note="waiting to be sent" />
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
