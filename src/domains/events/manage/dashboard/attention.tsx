import { Link } from '@tanstack/react-router';
import type { OrganizationOverview } from '#src/domains/events/manage/queries.ts';
import { pluralize, formatBytes, formatCount } from '#src/lib/format.ts';
import { AttentionCard, attentionLink, AttentionRow } from '#src/ui/attention.tsx';
import { Clock, HardDrive, ImagePlus, MailWarning } from '#src/ui/icons.ts';

/** From here on little is left. */
const NEARLY_FULL = 0.8;

/** What waits for somebody, each leading to where it is done. */
export function Attention({
  overview: { pending, past_their_end: past, expired_invitations: expired, bytes, storage_limit: room },
}: {
  overview: OrganizationOverview;
}) {
  const elsewhere = pending.photos - pending.events.reduce((sum, { photos }) => sum + photos, 0);
  const isNearlyFull = room !== null && bytes >= room * NEARLY_FULL;
  return (
    <AttentionCard>
      {pending.events.map(({ id, name, photos }) => (
        <AttentionRow key={id} icon={<ImagePlus />} note={name}>
          <Link to="/organization/events/$id" params={{ id }} search={{ tab: 'moderation' }} className={attentionLink}>
            {pluralize(photos, 'photo', 'photos')} to review
          </Link>
        </AttentionRow>
      ))}
      {elsewhere > 0 && <li className="px-2 py-2 text-sm text-ink-muted">{formatCount(elsewhere)} more to review in other events</li>}
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
