import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ConfirmEmailNote } from '#src/domains/accounts/settings/confirm-email-note.tsx';
import { isGuest, personName } from '#src/session/person-words.ts';
import type { Snapshot } from '#src/session/store.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { OwnPictureControls } from '#src/shell/own-picture.tsx';
import { OwnAvatar } from '#src/shell/person-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { DatesCard } from './dates-card.tsx';
import { EmailCard } from './email-card.tsx';

const NameForm = lazyPart(() => import('./name-form.tsx'), { name: 'The form', close: ({ onClose }) => onClose() });

const roles = { organization: 'Organization Admin', member: 'Organization Member' };
const statuses = { invited: 'Invited', active: null, suspended: 'Suspended' };

/** Who the person is to others, and where they belong. All of it is known from the session, with or without a connection. */
export function ProfileScreen({ user }: { user: Snapshot['user'] }) {
  const [editing, setEditing] = useState(false);
  const isOnline = useConnection() === 'online';
  const name = personName(user);
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
      <Card
        title="You"
        actions={
          <Button disabledReason={!isOnline && NEEDS_CONNECTION} onClick={() => setEditing(true)}>
            Change name
          </Button>
        }
      >
        <div className="flex items-center gap-4">
          <OwnAvatar user={user} size="lg" />
          <div className="grid min-w-0 gap-0.5">
            <p className="text-lg font-semibold wrap-anywhere">{name || 'No name yet'}</p>
            <p className="text-sm wrap-anywhere text-ink-muted">{user.email ?? 'Guest, without an account'}</p>
          </div>
        </div>
        <OwnPictureControls user={user} />
        {editing && <NameForm user={user} onClose={() => setEditing(false)} />}
      </Card>
      <ConfirmEmailNote user={user} />
      {user.email !== null && <EmailCard email={user.email} />}
      <DatesCard locale={user.date_locale} />
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
    <Card title="You’re a guest" lead="With an account, your photos and events stay yours on every device.">
      <Link to="/register" className={buttonClass({ variant: 'primary', className: 'justify-self-start' })}>
        Create account
      </Link>
    </Card>
  ) : (
    <Card title="Account" lead="Your password, your passkeys and your devices are in the settings.">
      <Link to="/dashboard/settings" search={{ tab: 'security' }} className={buttonClass({ className: 'justify-self-start' })}>
        Open security settings
      </Link>
    </Card>
  );
}
