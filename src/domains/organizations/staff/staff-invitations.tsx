import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formatDay, formatDateTime } from '#src/lib/format.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { toast } from '#src/ui/toast.ts';
import { type MemberInvitation, memberInvitations } from './queries.ts';
import { memberRoleLabels } from './staff-labels.ts';
import type { StaffActions } from './use-staff-actions.ts';

interface StaffInvitationsProps {
  organizationId: string;
  actions: Pick<StaffActions, 'revoke'>;
  disabledReason: string | null;
  inviteButton: ReactNode;
}

/** Unused invitations, to resend or revoke. */
export function StaffInvitations({ organizationId, actions, disabledReason, inviteButton }: StaffInvitationsProps) {
  const [cursor, setCursor] = useState<string>();
  const list = useResourceList(memberInvitations, { search: { cursor }, onSearch: (change) => setCursor(change.cursor) }, organizationId);
  const resend = useResend(organizationId);
  return (
    <Card title="Invitations" lead="Each person gets a personal link that works once, for 14 days.">
      {inviteButton}
      <ResourceList
        bare
        list={list}
        label="Pending invitations"
        nouns={['invitation', 'invitations']}
        failed="Couldn’t load pending invitations"
        offlineTitle="Couldn’t load pending invitations"
        itemsOf={(page) => list.itemsOf(page).filter((invitation) => invitation.revoked_at === null)}
        columns={invitationColumns({ actions, disabledReason, ...resend })}
        empty={<p className="text-sm text-ink-muted">No pending invitations.</p>}
      />
    </Card>
  );
}

interface Resend {
  resend: (invitation: MemberInvitation) => void;
  /** Links of resent invitations. The server returns each link only once. */
  links: ReadonlyMap<string, string>;
}

/** Resending replaces the link, so this waits for the response with the new one. */
function useResend(organizationId: string): Resend {
  const client = useQueryClient();
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const { mutate } = useMutation({
    mutationFn: (invitation: MemberInvitation) =>
      callInOrganization('POST /api/v1/organizations/{id}/invitations/{invitationId}/resend', {
        path: { id: organizationId, invitationId: invitation.id },
      }),
    onSuccess: ({ invitation, link }) => {
      setLinks((before) => new Map(before).set(invitation.id, link));
      toast.success(ifSendsMail(`Invitation resent to ${invitation.email}`, `New link for ${invitation.email}`), {
        detail: ifSendsMail('The earlier link no longer works.', 'Copy and share it. The earlier link no longer works.'),
      });
    },
    onError: (error) => toast.error('Couldn’t resend the invitation', { detail: describeFailure(error).detail }),
    onSettled: () => memberInvitations.invalidate(client, organizationId),
  });
  return { resend: mutate, links };
}

interface ColumnOptions extends Pick<StaffInvitationsProps, 'actions' | 'disabledReason'>, Resend {}

const invitationColumns = ({ actions, disabledReason, resend, links }: ColumnOptions): Column<MemberInvitation>[] => [
  {
    head: 'Email',
    part: 'title',
    cell: ({ email, role, status, expires_at: expires }) => (
      <>
        <p className="truncate text-sm font-medium" title={email}>
          {email}
        </p>
        <p className="text-xs text-ink-muted" title={formatDateTime(expires)}>
          {memberRoleLabels[role].name} · {status === 'expired' ? <Badge tone="warning">Expired</Badge> : `expires ${formatDay(expires)}`}
        </p>
      </>
    ),
  },
  {
    head: 'Actions',
    part: 'action',
    below: () => true,
    cell: (invitation) => {
      const link = links.get(invitation.id);
      return (
        <div className="flex flex-wrap gap-2">
          {link !== undefined && <CopyButton size="sm" label="Copy link" of={invitation.email} text={link} />}
          <Button
            size="sm"
            aria-label={ifSendsMail(`Resend to ${invitation.email}`, `New link for ${invitation.email}`)}
            disabledReason={disabledReason}
            onClick={() => resend(invitation)}
          >
            {ifSendsMail('Resend', 'New link')}
          </Button>
          <Button
            size="sm"
            aria-label={`Revoke invitation for ${invitation.email}`}
            disabledReason={disabledReason}
            onClick={() => actions.revoke({ invitation })}
          >
            Revoke
          </Button>
        </div>
      );
    },
  },
];
