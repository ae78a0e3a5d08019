import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { emailListRule, readEmails } from '#src/lib/email-list.ts';
import { counted } from '#src/lib/format.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmailsField } from '#src/ui/emails-field.tsx';
import { RadioField, TextAreaField } from '#src/ui/form.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { inviteMembers, memberInvitationsAreStale } from './queries.ts';
import { memberRoleOptions } from './staff-words.ts';

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

/** Several addresses at once; then the links, which are shown this once. */
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
          : 'Each person gets a personal link that works once, for 14 days. Email isn’t set up: you copy the links and share them.'
      }
      schema={inviteSchema}
      values={NOTHING_YET}
      submitLabel={sendsMail ? 'Send invitations' : 'Create invitations'}
      failureTitle="Nobody was invited"
      submit={async ({ emails, role, message }) => {
        const result = await inviteMembers(organizationId, {
          emails: readEmails(emails).emails,
          role,
          message: message.trim() || undefined,
        });
        await memberInvitationsAreStale(client, organizationId);
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

/** @param sent the server keeps no copy of the links: sending one again makes a new one */
function SentLinks({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const { items, already_members: already, former_members: former, renewed, delivery } = sent;
  const how =
    delivery === 'file'
      ? 'Email isn’t set up. Copy and share each link now: it’s shown only once.'
      : 'Each gets their link by email. To pass one on yourself, copy it now: it’s shown only once.';
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={items.length > 0 ? `${counted(items.length, 'person', 'people')} invited` : 'Nobody was invited'}
      description={items.length > 0 ? how : undefined}
      className="md:w-[34rem]"
      footer={
        <Button variant="primary" className="flex-1" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4 pt-1 pb-6">
        {items.length > 0 && delivery === 'file' && (
          <Banner tone="warning" title="This server sends no email">
            Its messages are saved in the folder “mail” of its data. Copy the links and pass them on yourself.
          </Banner>
        )}
        {already.length > 0 && (
          <Banner tone="info" title="Already members">
            {already.join(', ')}
          </Banner>
        )}
        {renewed.length > 0 && (
          <Banner tone="info" title="Were invited already">
            {renewed.join(', ')}: the earlier link no longer works, only the new one does.
          </Banner>
        )}
        {former.length > 0 && (
          <Banner tone="info" title="Were members before">
            {former.join(', ')}: they start with the permissions of their new role. What an admin had turned off for them stays off; extra
            permissions are not given again. To return somebody as they were, let them back in from the list of removed people instead.
          </Banner>
        )}
        <ul className="grid gap-2" aria-label="Invitations">
          {items.map(({ invitation, link }) => (
            <li key={invitation.id} className="flex min-h-11 items-center gap-2">
              <span className="min-w-0 flex-1 truncate text-sm" title={invitation.email}>
                {invitation.email}
              </span>
              <CopyButton size="sm" label={`Copy the link of ${invitation.email}`} compact text={link} />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}
