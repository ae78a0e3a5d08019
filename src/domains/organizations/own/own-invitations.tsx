import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { acceptMembership } from '#src/domains/organizations/queries.ts';
import type { Snapshot } from '#src/session/store.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Building2 } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'), { name: 'the question', close: ({ onClose }) => onClose() });

type Membership = Snapshot['user']['memberships'][number];

export interface OwnInvitationsProps {
  memberships: readonly Membership[];
}

/** Pending invitations to organizations. Null without any. */
export function OwnInvitations({ memberships }: OwnInvitationsProps) {
  const invited = memberships.filter(({ status }) => status === 'invited');
  if (invited.length === 0) return null;
  return (
    <Card title={invited.length === 1 ? 'An invitation' : 'Invitations'}>
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {invited.map((membership) => (
          <li key={membership.id} className="py-3 first:pt-0 last:pb-0">
            <Invitation membership={membership} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Invitation({ membership }: { membership: Membership }) {
  const [declining, setDeclining] = useState(false);
  const isOnline = useConnection() === 'online';
  const { organization_name: name, role } = membership;
  const accept = useMutation({
    mutationFn: () => acceptMembership(membership),
    onSuccess: () => toast.success(`You’re a member of ${name}`),
    onError: (error) => toast.error('Couldn’t accept the invitation', { detail: describeFailure(error).detail }),
  });
  const disabledReason = !isOnline && NEEDS_CONNECTION;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-hover text-ink-muted">
        <Building2 className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-muted">{role === 'organization' ? 'Invites you to be an admin.' : 'Invites you to be a member.'}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={accept.isPending} disabledReason={disabledReason} onClick={() => accept.mutate()}>
          Accept
        </Button>
        <Button disabledReason={disabledReason} onClick={() => setDeclining(true)}>
          Decline
        </Button>
      </div>
      {declining && <LeaveDialog membership={membership} onClose={() => setDeclining(false)} />}
    </div>
  );
}
