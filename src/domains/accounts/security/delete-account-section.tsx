import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownDataQuery } from '#src/domains/accounts/queries.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const DeleteAccount = lazyPart(() => import('./delete-account-form.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

interface DeleteAccountSectionProps {
  account: string;
  /** Guests have no password to ask for. */
  isGuest: boolean;
}

export function DeleteAccountSection({ account, isGuest }: DeleteAccountSectionProps) {
  const { data } = useQuery(ownDataQuery);
  const [open, setOpen] = useState(false);
  const isOnline = useConnection() === 'online';
  const alone = data?.last_admin_of ?? [];
  return (
    <Card title="Delete account" lead="Permanently delete your account. You choose what happens to your photos.">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-muted">
          {alone.length > 0 &&
            `You’re the only admin of ${alone.join(', ')}. Make someone else an admin first, or delete the organization.`}
        </p>
        <Button
          variant="danger"
          disabledReason={isOnline ? alone.length > 0 && 'An organization would be left without an admin.' : NEEDS_CONNECTION}
          onClick={() => setOpen(true)}
        >
          Delete account
        </Button>
      </div>
      {open && <DeleteAccount account={account} isGuest={isGuest} photos={data?.photos ?? null} onClose={() => setOpen(false)} />}
    </Card>
  );
}
