import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { Event } from '#src/domains/events/event.ts';
import { joinLink } from '#src/domains/events/manage/join/join-link.ts';
import { useDisabledReason } from '#src/domains/events/manage/use-event-actions.tsx';
import { emailListRule, parseEmails } from '#src/lib/email-list.ts';
import { formatCount, formatWeekdayDateTime } from '#src/lib/format.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { cn } from '#src/ui/cn.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmailsField, Form, RadioField } from '#src/ui/form.tsx';
import { Mail } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { type Invitation, invitations, invite } from './queries.ts';
import { type ParticipantActions, roleLabels, roleOptions } from './use-participant-actions.ts';

const invitationSchema = v.object({ emails: emailListRule, role: v.picklist(['photographer', 'guest', 'viewer']) });
type InvitationValues = v.InferOutput<typeof invitationSchema>;

interface InvitationsProps {
  event: Event;
  actions: Pick<ParticipantActions, 'revokeInvitation' | 'undoRevocation'>;
}

/** Personal invitations: each has a single-use link that works even if the event's code does not. */
export function Invitations({ event, actions }: InvitationsProps) {
  const [cursor, setCursor] = useState<string>();
  const sendsMail = useSendsMail();
  return (
    <Card
      title="Invitations"
      lead={
        sendsMail
          ? 'Each person gets an email with a personal link that works once. You can also copy the link.'
          : 'Each person gets a personal link that works once. Email isn’t set up, so copy each link from the list and share it.'
      }
    >
      {event.status === 'draft' && (
        <Banner tone="warning" title="The links don’t work yet">
          The event is a draft. Links start working once it’s open or live, and emails say so.
        </Banner>
      )}
      {/* New invitations appear on the first page. */}
      <InviteForm event={event} onInvited={() => setCursor(undefined)} />
      {event.can.manage && (
        <>
          <PendingInvitations event={event} actions={actions} cursor={cursor} onPage={setCursor} />
          <RevokedInvitations event={event} actions={actions} />
        </>
      )}
    </Card>
  );
}

function InviteForm({ event, onInvited }: { event: Event; onInvited: () => void }) {
  const client = useQueryClient();
  const disabledReason = useDisabledReason(event);
  const form = useAppForm<InvitationValues>(invitationSchema, {
    defaultValues: { emails: '', role: 'photographer' },
    submit: async ({ emails, role }) => {
      const { items, delivery } = await invite(event.id, { emails: parseEmails(emails).emails, role });
      await invitations.invalidate(client, event.id);
      toast.success(items.length === 1 ? 'Invitation created' : `${items.length} invitations created`, {
        detail: delivery === 'smtp' ? 'Emails are on their way.' : 'Email isn’t set up. Copy the links from the list.',
      });
      form.hook.reset({ emails: '', role });
      onInvited();
    },
  });
  return (
    <Form form={form} failureTitle="Couldn’t create the invitations" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <EmailsField />
      <RadioField name="role" label="Role" columns={1} options={roleOptions} />
      <Button
        type="submit"
        loading={form.submitting}
        disabledReason={disabledReason}
        className="w-full"
        icon={<Mail aria-hidden className="size-4" />}
      >
        Invite
      </Button>
      {disabledReason !== null && <p className="text-sm text-ink-muted">{disabledReason}</p>}
    </Form>
  );
}

interface PendingInvitationsProps extends InvitationsProps {
  cursor: string | undefined;
  onPage: (cursor: string | undefined) => void;
}

function PendingInvitations({ event, actions, cursor, onPage }: PendingInvitationsProps) {
  const list = useResourceList(invitations, { search: { cursor }, onSearch: (change) => onPage(change.cursor) }, event.id);
  const disabledReason = useDisabledReason(event);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">Pending invitations</h3>
      <ResourceList
        bare
        list={list}
        label="Pending invitations"
        nouns={['invitation', 'invitations']}
        failed="Couldn’t load pending invitations"
        offlineTitle="Couldn’t load pending invitations"
        columns={pendingColumns(event, actions, disabledReason)}
        empty={<p className="text-sm text-ink-muted">No pending invitations.</p>}
      />
    </div>
  );
}

/** Revoked invitations can be restored: the sent link works again. */
function RevokedInvitations({ event, actions }: InvitationsProps) {
  const [cursor, setCursor] = useState<string>();
  const list = useResourceList(
    invitations,
    { search: { revoked: true, cursor }, onSearch: (change) => setCursor(change.cursor) },
    event.id,
  );
  const { data } = list.query;
  const disabledReason = useDisabledReason(event);
  if (!data) return null;
  const { next_cursor: next, previous_cursor: previous } = data;
  const count = list.itemsOf(data).length;
  if (count === 0 && previous === null) return null;
  return (
    <details className="border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-medium">
        Revoked ({formatCount(count)}
        {(next ?? previous) !== null && '+'})
      </summary>
      <ResourceList
        bare
        list={list}
        label="Revoked invitations"
        nouns={['invitation', 'invitations']}
        failed="Couldn’t load the invitations"
        columns={revokedColumns(actions, disabledReason)}
        empty={<></>}
      />
    </details>
  );
}

const pendingColumns = (event: Event, actions: InvitationsProps['actions'], disabledReason: string | null): Column<Invitation>[] => [
  { head: 'Email', part: 'title', cell: ({ email, role }) => <InvitedEmail email={email} note={roleLabels[role].name} /> },
  {
    head: 'Actions',
    part: 'action',
    below: () => true,
    cell: (invitation) => <InvitationActions {...{ event, invitation, disabledReason, actions }} />,
  },
];

const revokedColumns = ({ undoRevocation }: InvitationsProps['actions'], disabledReason: string | null): Column<Invitation>[] => [
  { head: 'Email', part: 'title', cell: ({ email }) => <InvitedEmail email={email} /> },
  {
    head: 'Actions',
    part: 'action',
    cell: (invitation) => (
      <Button
        size="sm"
        aria-label={`Restore invitation for ${invitation.email}`}
        disabledReason={disabledReason}
        onClick={() => undoRevocation({ invitation })}
      >
        Restore
      </Button>
    ),
  },
];

function InvitedEmail({ email, note }: { email: string; note?: string }) {
  return (
    <>
      <p className={cn('truncate text-sm', note && 'font-medium')} title={email}>
        {email}
      </p>
      {note && <p className="text-xs text-ink-muted">{note}</p>}
    </>
  );
}

interface InvitationActionsProps extends InvitationsProps {
  invitation: Invitation;
  disabledReason: string | null;
}

function InvitationActions({ event, invitation, disabledReason, actions }: InvitationActionsProps) {
  const { email, code } = invitation;
  // Null during impersonation.
  const link = code === null ? null : joinLink(code, location.origin);
  return (
    <div className="flex flex-wrap gap-2">
      {link !== null && (
        <>
          <CopyButton size="sm" label="Copy link" of={email} text={link} />
          <Button size="sm" aria-label={`Email ${email}`} onClick={() => window.location.assign(invitationMailto({ email, link, event }))}>
            Email
          </Button>
        </>
      )}
      <Button
        size="sm"
        aria-label={`Revoke invitation for ${email}`}
        disabledReason={disabledReason}
        onClick={() => actions.revokeInvitation({ invitation })}
      >
        Revoke
      </Button>
    </div>
  );
}

interface Invited {
  email: string;
  link: string;
  event: Pick<Event, 'name' | 'organization_name' | 'starts_at' | 'time_zone' | 'location'>;
}

/** A mailto link that opens the invitation in the organizer's mail program. */
export function invitationMailto({ email, link, event }: Invited): string {
  const when = [formatWeekdayDateTime(event.starts_at, event.time_zone), event.location].filter(Boolean).join(', ');
  const body = [`${event.organization_name} invited you to ${event.name}.`, when, `Your personal link, which works once: ${link}`].join(
    '\r\n\r\n',
  );
  const fields = { subject: `Invitation: ${event.name}`, body };
  // Mail programs do not decode "+" as a space, so no URLSearchParams.
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}
