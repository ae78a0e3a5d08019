import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { joinLink } from '#src/domains/events/manage/join/join-link.ts';
import { emailListRule, readEmails } from '#src/lib/email-list.ts';
import { formatCount } from '#src/lib/format.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { PagedList } from '#src/shell/paged-list.tsx';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { cn } from '#src/ui/cn.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmailsField } from '#src/ui/emails-field.tsx';
import { Form, RadioField } from '#src/ui/form.tsx';
import { Mail } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { invitationMail } from './invitation-mail.ts';
import { invitationOverlay, invitationsAreStale, invitationsQuery, invite, type Invitation } from './queries.ts';
import { roleOptions, roleWords } from './role-words.ts';
import type { PeopleActions } from './use-people-actions.ts';

const invitationSchema = v.object({ emails: emailListRule, role: v.picklist(['photographer', 'guest']) });
type InvitationValues = v.InferOutput<typeof invitationSchema>;

interface InvitationsProps {
  event: Event;
  actions: Pick<PeopleActions, 'takeBack' | 'restoreTakenBack'>;
}

/** Personal ways in: each with a link of its own that works once, also where the event's code does not. */
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
      {/* New ones are the first of the list. */}
      <InviteForm event={event} onInvited={() => setCursor(undefined)} />
      {event.can.manage && (
        <>
          <Unused event={event} actions={actions} cursor={cursor} onPage={setCursor} />
          <TakenBack event={event} actions={actions} />
        </>
      )}
    </Card>
  );
}

function InviteForm({ event, onInvited }: { event: Event; onInvited: () => void }) {
  const client = useQueryClient();
  const whyNot = useDisabledReason(event);
  const form = useAppForm<InvitationValues>(invitationSchema, {
    defaultValues: { emails: '', role: 'photographer' },
    submit: async ({ emails, role }) => {
      const { items, delivery } = await invite(event.id, { emails: readEmails(emails).emails, role });
      await invitationsAreStale(client, event.id);
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
        disabledReason={whyNot}
        className="w-full"
        icon={<Mail aria-hidden className="size-4" />}
      >
        Invite
      </Button>
      {whyNot !== null && <p className="text-sm text-ink-muted">{whyNot}</p>}
    </Form>
  );
}

interface UnusedProps extends InvitationsProps {
  cursor: string | undefined;
  onPage: (cursor: string | undefined) => void;
}

function Unused({ event, actions, cursor, onPage }: UnusedProps) {
  const query = useQuery(invitationsQuery(event.id, { cursor }));
  const asChanged = invitationOverlay.useAsChanged();
  const whyNot = useDisabledReason(event);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">Pending invitations</h3>
      <PagedList
        bare
        label="Pending invitations"
        nouns={['invitation', 'invitations']}
        failed="Couldn’t load pending invitations"
        offlineTitle="Couldn’t load pending invitations"
        query={query}
        itemsOf={({ items }) => items.flatMap((held) => asChanged(held.id, held) ?? []).filter((held) => held.revoked_at === null)}
        columns={openColumns(event, actions, whyNot)}
        keyOf={({ id }) => id}
        cursor={cursor}
        onPage={onPage}
        empty={<p className="text-sm text-ink-muted">No pending invitations.</p>}
      />
    </div>
  );
}

/** The way back, for as long as the event is there: the link that was sent works again. */
function TakenBack({ event, actions }: InvitationsProps) {
  const [cursor, setCursor] = useState<string>();
  const query = useQuery(invitationsQuery(event.id, { revoked: true, cursor }));
  const asChanged = invitationOverlay.useAsChanged();
  const whyNot = useDisabledReason(event);
  if (!query.data) return null;
  const itemsOf = ({ items }: { items: readonly Invitation[] }) =>
    items.flatMap((held) => asChanged(held.id, held) ?? []).filter((held) => held.revoked_at !== null);
  const { next_cursor: next, previous_cursor: previous } = query.data;
  const count = itemsOf(query.data).length;
  if (count === 0 && previous === null) return null;
  return (
    <details className="border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-medium">
        Revoked ({formatCount(count)}
        {(next ?? previous) !== null && '+'})
      </summary>
      <PagedList
        bare
        label="Revoked invitations"
        nouns={['invitation', 'invitations']}
        failed="Couldn’t load the invitations"
        query={query}
        itemsOf={itemsOf}
        columns={takenBackColumns(actions, whyNot)}
        keyOf={({ id }) => id}
        cursor={cursor}
        onPage={setCursor}
        empty={null}
      />
    </details>
  );
}

const openColumns = (event: Event, actions: InvitationsProps['actions'], whyNot: string | null): Column<Invitation>[] => [
  { head: 'Email', part: 'title', cell: ({ email, role }) => <Invited email={email} note={roleWords[role].name} /> },
  {
    head: 'Actions',
    part: 'action',
    below: () => true,
    cell: (invitation) => <SendOrTakeBack {...{ event, invitation, whyNot, actions }} />,
  },
];

const takenBackColumns = ({ restoreTakenBack }: InvitationsProps['actions'], whyNot: string | null): Column<Invitation>[] => [
  { head: 'Email', part: 'title', cell: ({ email }) => <Invited email={email} /> },
  {
    head: 'Actions',
    part: 'action',
    cell: (invitation) => (
      <Button
        size="sm"
        aria-label={`Restore invitation for ${invitation.email}`}
        disabledReason={whyNot}
        onClick={() => restoreTakenBack({ invitation })}
      >
        Restore
      </Button>
    ),
  },
];

function Invited({ email, note }: { email: string; note?: string }) {
  return (
    <>
      <p className={cn('truncate text-sm', note && 'font-medium')} title={email}>
        {email}
      </p>
      {note && <p className="text-xs text-ink-muted">{note}</p>}
    </>
  );
}

interface SendOrTakeBackProps extends InvitationsProps {
  invitation: Invitation;
  whyNot: string | null;
}

function SendOrTakeBack({ event, invitation, whyNot, actions }: SendOrTakeBackProps) {
  const { email, code } = invitation;
  // None while somebody else is looked at.
  const link = code === null ? null : joinLink(code, location.origin);
  return (
    <div className="flex flex-wrap gap-2">
      {link !== null && (
        <>
          <CopyButton size="sm" label="Copy link" of={email} text={link} />
          <Button size="sm" aria-label={`Email ${email}`} onClick={() => window.location.assign(invitationMail({ email, link, event }))}>
            Email
          </Button>
        </>
      )}
      <Button
        size="sm"
        aria-label={`Revoke invitation for ${email}`}
        disabledReason={whyNot}
        onClick={() => actions.takeBack({ invitation })}
      >
        Revoke
      </Button>
    </div>
  );
}
