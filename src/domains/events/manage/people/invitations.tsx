import { formatCount } from '#src/lib/format.ts';
import { LoadMore } from '#src/shell/query-state.tsx';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, Undo2 } from 'lucide-react';
import { describeFailure } from '#src/shell/failure.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Form, RadioField, TextAreaField, useAppForm } from '#src/ui/form.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import type { Event } from '#src/domains/events/event.ts';
import { joinLink } from '#src/domains/events/manage/join/join-link.ts';
import { useWhyNot } from '#src/domains/events/manage/disabled-reason.ts';
import { invitationSchema, readEmails, type InvitationValues } from './email-list.ts';
import { invitationMail } from './invitation-mail.ts';
import { invitationOverlay, invitationsAreStale, invitationsQuery, invite, type Invitation } from './queries.ts';
import { roleOptions, roleWords } from './role-words.ts';
import type { PeopleActions } from './use-people-actions.ts';

interface InvitationsProps {
  event: Event;
  actions: Pick<PeopleActions, 'takeBack' | 'restoreTakenBack'>;
}

/** Personal ways in: each with a link of its own that works once, also where the event's code does not. */
export function Invitations({ event, actions }: InvitationsProps) {
  return (
    <Card title="Invitations" lead="Each gets a link of their own that works once. Send it yourself: copy it, or write the mail.">
      <InviteForm event={event} />
      <Unused event={event} actions={actions} />
      <TakenBack event={event} actions={actions} />
    </Card>
  );
}

function InviteForm({ event }: { event: Event }) {
  const client = useQueryClient();
  const whyNot = useWhyNot(event);
  const form = useAppForm<InvitationValues>(invitationSchema, {
    defaultValues: { emails: '', role: 'photographer' },
    submit: async ({ emails, role }) => {
      const made = await invite(event.id, { emails: readEmails(emails).emails, role });
      await invitationsAreStale(client, event.id);
      toast.success(made.length === 1 ? 'Invitation made' : `${made.length} invitations made`, {
        detail: 'Their links stand in the list.',
      });
      form.hook.reset({ emails: '', role });
    },
    messageOf: (error) => describeFailure(error).detail,
  });
  return (
    <Form form={form} failureTitle="Nobody was invited" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextAreaField
        name="emails"
        label="Email addresses"
        placeholder="ana@example.org, ben@example.org"
        help="Separate with commas."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
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
    </Form>
  );
}

function Unused({ event, actions }: InvitationsProps) {
  const query = useInfiniteQuery({ ...invitationsQuery(event.id, 'open'), enabled: event.can.manage });
  const asChanged = invitationOverlay.useAsChanged();
  const whyNot = useWhyNot(event);
  if (!event.can.manage) return null;
  if (query.isPending) {
    return (
      <Loading label="Loading the invitations" className="grid gap-3 border-t border-line pt-4">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-2/3" />
      </Loading>
    );
  }
  if (!query.data) {
    const { detail, kind } = describeFailure(query.error);
    return (
      <Banner
        tone={kind === 'offline' ? 'info' : 'warning'}
        title="The open invitations could not be read"
        actions={
          <Button size="sm" loading={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {detail}
      </Banner>
    );
  }
  const invitations = query.data.pages
    .flatMap((page) => page.items)
    .flatMap((held) => asChanged(held.id, held) ?? [])
    .filter((invitation) => invitation.revoked_at === null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">Pending invitations</h3>
      {invitations.length === 0 ? (
        <p className="text-sm text-ink-muted">None pending. People who used theirs are listed as participants.</p>
      ) : (
        <ul aria-label="Open invitations" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {invitations.map((invitation) => (
            <OneInvitation key={invitation.id} {...{ event, invitation, whyNot, actions }} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </div>
  );
}

/** The way back, for as long as the event is there: the link that was sent works again. */
function TakenBack({ event, actions }: InvitationsProps) {
  const query = useInfiniteQuery({
    ...invitationsQuery(event.id, 'revoked'),
    enabled: event.can.manage,
  });
  const asChanged = invitationOverlay.useAsChanged();
  const whyNot = useWhyNot(event);
  const invitations = (query.data?.pages ?? [])
    .flatMap((page) => page.items)
    .flatMap((held) => asChanged(held.id, held) ?? [])
    .filter((invitation) => invitation.revoked_at !== null);
  if (invitations.length === 0) return null;
  return (
    <details className="border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium">
        Taken back ({formatCount(invitations.length)}
        {query.hasNextPage && '+'})
      </summary>
      <ul aria-label="Invitations that were taken back" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-2 py-2 last:pb-0">
            <p className="min-w-0 flex-1 truncate text-sm" title={invitation.email}>
              {invitation.email}
            </p>
            <Button
              size="sm"
              aria-label={`Restore the invitation of ${invitation.email}`}
              disabledReason={whyNot}
              onClick={() => actions.restoreTakenBack({ invitation })}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </details>
  );
}

function OneInvitation({ event, invitation, whyNot, actions }: InvitationsProps & { invitation: Invitation; whyNot: string | null }) {
  const { email, role, code } = invitation;
  const link = joinLink(code, location.origin);
  return (
    <li className="flex items-center gap-1 py-2 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium" title={email}>
          {email}
        </p>
        <p className="text-xs text-ink-muted">{roleWords[role].name}</p>
      </div>
      <CopyButton compact size="sm" label={`Copy the link of ${email}`} text={link} />
      <IconButton
        label={`Write to ${email}`}
        size="sm"
        icon={<Mail aria-hidden className="size-4" />}
        onClick={() => window.location.assign(invitationMail({ email, link, event }))}
      />
      <IconButton
        label={`Take back the invitation of ${email}`}
        size="sm"
        icon={<Undo2 aria-hidden className="size-4" />}
        disabledReason={whyNot}
        onClick={() => actions.takeBack({ invitation })}
      />
    </li>
  );
}
