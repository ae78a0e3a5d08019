import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, Clock, HardDrive, ImagePlus, MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationOverview } from '#src/domains/events/manage/queries.ts';
import { counted, formatBytes, formatCount } from '#src/lib/format.ts';
import { Card } from '#src/ui/card.tsx';

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
  const isDone = pending.photos === 0 && past.length === 0 && expired === 0 && !isNearlyFull;
  return (
    <Card title="Needs attention">
      {isDone ? (
        <p className="flex items-center gap-2 text-ink-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
          All caught up
        </p>
      ) : (
        <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
          {pending.events.map(({ id, name, photos }) => (
            <Row key={id} icon={<ImagePlus />} note={name}>
              <Link to="/organization/events/$id" params={{ id }} search={{ tab: 'moderation' }} className={cover}>
                {counted(photos, 'photo', 'photos')} to review
              </Link>
            </Row>
          ))}
          {elsewhere > 0 && <li className="px-2 py-2 text-sm text-ink-muted">{formatCount(elsewhere)} more to review in other events</li>}
          {past.map(({ id, name }) => (
            <Row key={id} icon={<Clock />} note={name}>
              <Link to="/organization/events/$id" params={{ id }} className={cover}>
                Past its end, and still open
              </Link>
            </Row>
          ))}
          {isNearlyFull && (
            <Row icon={<HardDrive />} note={`${formatBytes(bytes)} of ${formatBytes(room)}. Photos are stored all the same`}>
              <Link to="/organization/billing" className={cover}>
                {bytes >= room ? 'Storage is full' : 'Storage is nearly full'}
              </Link>
            </Row>
          )}
          {expired > 0 && (
            <Row icon={<MailWarning />} note="Send them again, or revoke them">
              <Link to="/organization/staff" className={cover}>
                {counted(expired, 'staff invitation has', 'staff invitations have')} expired
              </Link>
            </Row>
          )}
        </ul>
      )}
    </Card>
  );
}

const cover = 'font-medium after:absolute after:inset-0 after:rounded-md';

function Row({ icon, note, children }: { icon: ReactNode; note: string; children: ReactNode }) {
  return (
    <li className="relative flex min-h-13 items-center gap-3 rounded-md px-2 py-2 transition-colors hover:bg-hover">
      <span aria-hidden className="text-warning *:size-5">
        {icon}
      </span>
      <span className="grid min-w-0 flex-1">
        {children}
        <span className="truncate text-sm text-ink-muted">{note}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
    </li>
  );
}
