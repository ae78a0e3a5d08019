import { Link } from '@tanstack/react-router';
import { pluralize, formatBytes } from '#src/lib/format.ts';
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
import type { PlatformOverview } from './queries.ts';

/** From here on little is left of the disk. */
const NEARLY_FULL = 0.9;

/** What waits for a super administrator. What has a screen leads there. */
export function PlatformAttention({ overview: { attention, disk, is_maintained: isMaintained, mails } }: { overview: PlatformOverview }) {
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
