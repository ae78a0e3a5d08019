import { useState } from 'react';
import { ConfirmEmailNote } from '#src/domains/accounts/settings/confirm-email-note.tsx';
import { fullName } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { OwnPictureControls } from '#src/shell/own-picture.tsx';
import { OwnAvatar } from '#src/shell/person-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { DatesCard } from './dates-card.tsx';
import { EmailCard } from './email-card.tsx';

const NameForm = lazyPart(() => import('./name-form.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

/** Who the person is to others: name, picture, address, and how dates are written for them. */
export function ProfileCards({ user }: { user: Snapshot['user'] }) {
  const [editing, setEditing] = useState(false);
  const isOnline = useConnection() === 'online';
  return (
    <>
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
            <p className="line-clamp-3 text-lg font-semibold wrap-anywhere">{fullName(user) || 'No name yet'}</p>
            <p className="text-sm wrap-anywhere text-ink-muted">{user.email ?? 'No account'}</p>
          </div>
        </div>
        <OwnPictureControls user={user} />
        {editing && <NameForm user={user} onClose={() => setEditing(false)} />}
      </Card>
      <ConfirmEmailNote user={user} />
      {user.email !== null && <EmailCard email={user.email} />}
      <DatesCard locale={user.date_locale} />
    </>
  );
}
