import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isGuest } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Page } from '#src/ui/page.tsx';
import { ProfileCards } from './profile-cards.tsx';

const roles = { organization: 'Organization Admin', member: 'Organization Member' };
const statuses = { invited: 'Invited', active: null, suspended: 'Suspended' };

/** Who the person is to others, and where they belong. All of it is known from the session, with or without a connection. */
export function ProfileScreen({ user }: { user: Snapshot['user'] }) {
  return (
    <Page
      title="Profile"
      width="text"
      actions={
        <Link to="/dashboard/feedback-support" className={buttonClass()}>
          Help & Support
        </Link>
      }
    >
      <ProfileCards user={user} />
      {user.memberships.length > 0 && (
        <Card title="Organizations">
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {user.memberships.map(({ id, organization_name, role, status }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
                <span className="min-w-0 font-medium wrap-anywhere">{organization_name}</span>
                <span className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
                  {roles[role]}
                  {statuses[status] && <Badge tone="warning">{statuses[status]}</Badge>}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Account guest={isGuest(user)} />
    </Page>
  );
}

function Account({ guest }: { guest: boolean }): ReactNode {
  return guest ? (
    <Card title="You don’t have an account yet" lead="With an account, your photos and events are available on every device.">
      <Link to="/register" className={buttonClass({ variant: 'primary', className: 'justify-self-start' })}>
        Create account
      </Link>
    </Card>
  ) : (
    <Card title="Account" lead="Manage your password, passkeys and devices in settings.">
      <Link to="/dashboard/settings" search={{ tab: 'security' }} className={buttonClass({ className: 'justify-self-start' })}>
        Open security settings
      </Link>
    </Card>
  );
}
