import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysQuery } from '#src/domains/accounts/queries.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const ChangePassword = lazyPart(() => import('./change-password-form.tsx'), {
  name: 'the form',
  close: ({ onClose }) => onClose(),
});

export function PasswordSection() {
  const [open, setOpen] = useState(false);
  const hasPassword = useQuery(passkeysQuery).data?.has_password ?? true;
  const isOnline = useConnection() === 'online';
  return (
    <Card
      title="Password"
      lead={
        hasPassword
          ? 'Changing it logs you out on all other devices.'
          : 'You log in with a passkey. A password gives you a second way to log in.'
      }
      actions={
        <Button disabledReason={!isOnline && NEEDS_CONNECTION} onClick={() => setOpen(true)}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      }
    >
      {open && <ChangePassword hasPassword={hasPassword} onClose={() => setOpen(false)} />}
    </Card>
  );
}
