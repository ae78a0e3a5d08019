// The super admins' start page: items that need attention, key figures, and system health.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatRelativeTime, pluralize } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { AttentionCard, attentionLink, AttentionRow } from '#src/ui/attention.tsx';
import {
  Building2,
  Construction,
  Database,
  FileWarning,
  HandCoins,
  HardDrive,
  LifeBuoy,
  MailWarning,
  MailX,
  ServerCrash,
  ShieldCheck,
  TriangleAlert,
} from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { HealthList } from './health-list.tsx';
import { type PlatformOverview, platformOverviewQuery } from './queries.ts';

/** Polling interval. */
const EVERY_MS = 30_000;

export function PlatformDashboard() {
  const query = useQuery({ ...platformOverviewQuery, refetchInterval: EVERY_MS });
  useRefetchOnReconnect(query);
  return (
    <Page title="Admin Panel" lead="Tasks and system health">
      <QueryState query={query} skeleton={<DashboardSkeleton />} failed="Couldn’t load the overview">
        {(overview) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            <PlatformAttention overview={overview} />
            <PlatformFigures overview={overview} />
            <section aria-label="Health" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h2 className="text-lg font-semibold">Health</h2>
              <HealthList />
            </section>
          </div>
        )}
      </QueryState>
    </Page>
  );
}

function DashboardSkeleton() {
  return (
    <Loading label="Loading the overview" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Skeleton className="h-52 rounded-lg" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {Array.from({ length: 8 }, (_, tile) => (
          <Skeleton key={tile} className="h-20 rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}

/** Share of the disk in use from which a warning is shown. */
const NEARLY_FULL = 0.9;

/** Items that need attention, each linked to its screen. */
function PlatformAttention({ overview: { attention, disk, is_maintained: isMaintained, mails } }: { overview: PlatformOverview }) {
  const used = disk.total_bytes - disk.free_bytes;
  return (
    <AttentionCard>
      {isMaintained && (
        <AttentionRow icon={<Construction />} note="Only super admins can make changes until you turn it off">
          <Link to="/super-admin/settings" className={attentionLink}>
            Maintenance mode is on
          </Link>
        </AttentionRow>
      )}
      {mails.delivery === 'file' && (
        <AttentionRow icon={<MailX />} note="Invitations and password resets aren’t being delivered">
          <Link to="/super-admin/settings" search={{ tab: 'status' }} className={attentionLink}>
            Email isn’t set up
          </Link>
        </AttentionRow>
      )}
      {attention.organizations > 0 && (
        <AttentionRow icon={<Building2 />} note={attention.organizations === 1 ? 'Approve or reject it' : 'Approve or reject them'}>
          <Link to="/super-admin/users" search={{ tab: 'organizations', state: 'waiting' }} className={attentionLink}>
            {pluralize(attention.organizations, 'organization', 'organizations')} waiting for approval
          </Link>
        </AttentionRow>
      )}
      {attention.tickets > 0 && (
        <AttentionRow icon={<LifeBuoy />} note={`People see your answers in the app${mails.delivery === 'smtp' ? ' and by email' : ''}`}>
          <Link to="/super-admin/users" search={{ tab: 'tickets', status: 'open' }} className={attentionLink}>
            {pluralize(attention.tickets, 'support request', 'support requests')} to answer
          </Link>
        </AttentionRow>
      )}
      {attention.data_requests > 0 && (
        <AttentionRow icon={<ShieldCheck />} note="Each must be answered within a month">
          <Link to="/super-admin/users" search={{ tab: 'data-requests', status: 'open' }} className={attentionLink}>
            {pluralize(attention.data_requests, 'data request', 'data requests')} to answer
          </Link>
        </AttentionRow>
      )}
      {attention.plan_requests > 0 && (
        <AttentionRow icon={<HandCoins />} note="Accept or decline them">
          <Link to="/super-admin/billing-subscription" search={{ tab: 'requests' }} className={attentionLink}>
            {pluralize(attention.plan_requests, 'plan request', 'plan requests')} to answer
          </Link>
        </AttentionRow>
      )}
      {attention.overdue_invoices > 0 && (
        <AttentionRow icon={<FileWarning />} note="Mark as paid or void">
          <Link to="/super-admin/billing-subscription" search={{ tab: 'invoices', state: 'overdue' }} className={attentionLink}>
            {pluralize(attention.overdue_invoices, 'invoice is', 'invoices are')} overdue
          </Link>
        </AttentionRow>
      )}
      {attention.full_storages > 0 && (
        <AttentionRow icon={<Database />} note="Existing events continue. New events are blocked.">
          <Link to="/super-admin/billing-subscription" search={{ storage: 'full' }} className={attentionLink}>
            {pluralize(attention.full_storages, 'organization', 'organizations')} out of plan storage
          </Link>
        </AttentionRow>
      )}
      {used >= disk.total_bytes * NEARLY_FULL && (
        <AttentionRow icon={<HardDrive />} leads={false} note={`${formatBytes(disk.free_bytes)} of ${formatBytes(disk.total_bytes)} left`}>
          Photo storage is nearly full
        </AttentionRow>
      )}
      {attention.failed_jobs > 0 && (
        <AttentionRow icon={<TriangleAlert />} note="All retries failed">
          <Link to="/super-admin/system-logs" search={{ action: 'server.job_failed' }} className={attentionLink}>
            {pluralize(attention.failed_jobs, 'background job', 'background jobs')} failed
          </Link>
        </AttentionRow>
      )}
      {attention.refused_mails > 0 && (
        <AttentionRow icon={<MailWarning />} note="In the last 24 hours">
          <Link to="/super-admin/settings" search={{ tab: 'status' }} className={attentionLink}>
            {pluralize(attention.refused_mails, 'email was', 'emails were')} refused
          </Link>
        </AttentionRow>
      )}
      {attention.server_errors > 0 && (
        <AttentionRow icon={<ServerCrash />} note="In the last 24 hours">
          <Link to="/super-admin/system-logs" search={{ action: 'server.error' }} className={attentionLink}>
            {pluralize(attention.server_errors, 'server error', 'server errors')}
          </Link>
        </AttentionRow>
      )}
    </AttentionCard>
  );
}

const cover = 'after:absolute after:inset-0 after:rounded-lg';

function PlatformFigures({ overview }: { overview: PlatformOverview }) {
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
