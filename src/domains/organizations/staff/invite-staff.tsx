import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { emailListRule, parseEmails } from '#src/lib/email-list.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmailsField, RadioField, TextAreaField } from '#src/ui/form.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { memberInvitations } from './queries.ts';
import { invitedMessage, memberRoleOptions } from './staff-labels.ts';

type Sent = components['schemas']['InviteMembersResult'];

const inviteSchema = v.object({
  emails: emailListRule,
  role: v.picklist(['organization', 'member']),
  message: v.pipe(v.string(), v.maxLength(500, 'At most 500 characters.')),
});

type InviteValues = v.InferOutput<typeof inviteSchema>;

const NOTHING_YET: InviteValues = { emails: '', role: 'member', message: '' };

interface InviteStaffProps {
  organizationId: string;
  onClose: () => void;
}

/** Invites several addresses, then shows the links once. */
export default function InviteStaff({ organizationId, onClose }: InviteStaffProps) {
  const client = useQueryClient();
  const [sent, setSent] = useState<Sent | null>(null);
  const sendsMail = useSendsMail();
  if (sent) return <SentLinks sent={sent} onClose={onClose} />;
  return (
    <SheetForm
      title="Invite staff"
      description={
        sendsMail
          ? 'Each person gets an email with a personal link that works once, for 14 days.'
          : 'Each person gets a personal link that works once, for 14 days. Email isn’t set up, so copy and share the links yourself.'
      }
      schema={inviteSchema}
      values={NOTHING_YET}
      submitLabel={sendsMail ? 'Send invitations' : 'Create invitations'}
      failureTitle="No one was invited"
      submit={async ({ emails, role, message }) => {
        const result = await callInOrganization('POST /api/v1/organizations/{id}/members/invite', {
          path: { id: organizationId },
          body: {
            emails: parseEmails(emails).emails,
            role,
            message: message.trim() || undefined,
          },
        });
        await memberInvitations.invalidate(client, organizationId);
        return result;
      }}
      onDone={setSent}
      onClose={onClose}
    >
      <EmailsField />
      <RadioField name="role" label="Role" columns={1} options={memberRoleOptions} />
      <TextAreaField name="message" label="Message" optional help="Shown with the invitation." />
    </SheetForm>
  );
}

/** @param sent the links. The server stores only hashes of them, and resending creates a new link. */
function SentLinks({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const { items, already_members: already, former_members: former, renewed, delivery } = sent;
  const { title, how } = invitedMessage(items.length, delivery);
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={how}
      className="md:w-[34rem]"
      footer={
        <Button variant="primary" className="flex-1" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4 pt-1 pb-6">
        {already.length > 0 && (
          <Banner tone="info" title="Already members">
            {already.join(', ')}
          </Banner>
        )}
        {renewed.length > 0 && (
          <Banner tone="info" title="Already invited">
            {renewed.join(', ')}. The earlier link no longer works. Use the new one.
          </Banner>
        )}
        {former.length > 0 && (
          <Banner tone="info" title="Former members">
            {former.join(', ')}. They start with the permissions of their new role. Permissions an admin turned off stay off, and extra
            permissions aren’t restored. To restore someone as they were, use “Restore” in the list of removed people.
          </Banner>
        )}
        <ul className="grid gap-2" aria-label="Invitations">
          {items.map(({ invitation, link }) => (
            <li key={invitation.id} className="flex min-h-11 items-center gap-2">
              <span className="min-w-0 flex-1 truncate text-sm" title={invitation.email}>
                {invitation.email}
              </span>
              <CopyButton size="sm" label="Copy link" of={invitation.email} text={link} />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}
