import { Link } from '@tanstack/react-router';
import { counted, formatBytes } from '#src/lib/format.ts';
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
        <AttentionRow icon={<Construction />} note="Nobody but super admins can change anything until you turn it off">
          <Link to="/super-admin/settings" className={attentionLink}>
            Maintenance mode is on
          </Link>
        </AttentionRow>
      )}
      {mails.delivery === 'file' && (
        <AttentionRow icon={<MailX />} note="No mail server is set up: invitations and new passwords reach nobody">
          <Link to="/super-admin/settings" search={{ tab: 'status' }} className={attentionLink}>
            Emails are written to files: nobody gets any
          </Link>
        </AttentionRow>
      )}
      {attention.organizations > 0 && (
        <AttentionRow icon={<Building2 />} note="Approve them, or reject them with a reason">
          <Link to="/super-admin/users" search={{ tab: 'organizations', state: 'waiting' }} className={attentionLink}>
            {counted(attention.organizations, 'organization waits', 'organizations wait')} for approval
          </Link>
        </AttentionRow>
      )}
      {attention.tickets > 0 && (
        <AttentionRow icon={<LifeBuoy />} note={`People read your answers in the app${mails.delivery === 'smtp' ? ' and by email' : ''}`}>
          <Link to="/super-admin/users" search={{ tab: 'tickets', status: 'open' }} className={attentionLink}>
            {counted(attention.tickets, 'support request waits', 'support requests wait')} for an answer
          </Link>
        </AttentionRow>
      )}
      {attention.data_requests > 0 && (
        <AttentionRow icon={<ShieldCheck />} note="Each is to be answered within a month">
          <Link to="/super-admin/users" search={{ tab: 'data-requests', status: 'open' }} className={attentionLink}>
            {counted(attention.data_requests, 'data request waits', 'data requests wait')} for an answer
          </Link>
        </AttentionRow>
      )}
      {attention.plan_requests > 0 && (
        <AttentionRow icon={<HandCoins />} note="Accept them, or decline them with an answer">
          <Link to="/super-admin/billing-subscription" search={{ tab: 'requests' }} className={attentionLink}>
            {counted(attention.plan_requests, 'plan request waits', 'plan requests wait')} for an answer
          </Link>
        </AttentionRow>
      )}
      {attention.overdue_invoices > 0 && (
        <AttentionRow icon={<FileWarning />} note="Mark them as paid, or void them">
          <Link to="/super-admin/billing-subscription" search={{ tab: 'invoices', state: 'overdue' }} className={attentionLink}>
            {counted(attention.overdue_invoices, 'invoice is', 'invoices are')} overdue
          </Link>
        </AttentionRow>
      )}
      {attention.full_storages > 0 && (
        <AttentionRow icon={<Database />} note="Events that they have go on; new ones are refused">
          <Link to="/super-admin/billing-subscription" search={{ storage: 'full' }} className={attentionLink}>
            {counted(attention.full_storages, 'organization has', 'organizations have')} used up the storage of their plan
          </Link>
        </AttentionRow>
      )}
      {used >= disk.total_bytes * NEARLY_FULL && (
        <AttentionRow icon={<HardDrive />} leads={false} note={`${formatBytes(disk.free_bytes)} of ${formatBytes(disk.total_bytes)} left`}>
          The disk of photos is nearly full
        </AttentionRow>
      )}
      {attention.failed_jobs > 0 && (
        <AttentionRow icon={<TriangleAlert />} note="Given up after all of their tries">
          <Link to="/super-admin/system-logs" search={{ action: 'server.job_failed' }} className={attentionLink}>
            {counted(attention.failed_jobs, 'background job', 'background jobs')} failed
          </Link>
        </AttentionRow>
      )}
      {attention.refused_mails > 0 && (
        <AttentionRow icon={<MailWarning />} leads={false} note="In the last 24 hours">
          {counted(attention.refused_mails, 'email was', 'emails were')} refused
        </AttentionRow>
      )}
      {attention.server_errors > 0 && (
        <AttentionRow icon={<ServerCrash />} note="In the last 24 hours">
          <Link to="/super-admin/system-logs" search={{ action: 'server.error' }} className={attentionLink}>
            {counted(attention.server_errors, 'server error', 'server errors')}
          </Link>
        </AttentionRow>
      )}
    </AttentionCard>
  );
}
