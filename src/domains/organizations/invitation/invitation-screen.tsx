import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { forceRefresh } from '#src/session/actions.ts';
import { isGuest } from '#src/session/display-name.ts';
import { landingFor } from '#src/session/guards.ts';
import { session } from '#src/session/store.ts';
import { useSession } from '#src/session/use-session.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { api } from '#src/transport/client.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The invited address, prefilled in the login and registration forms. In the history state, so that links can't set it. */
    email?: string;
  }
}

const LogoutDialog = lazyPart(() => import('#src/shell/logout-dialog.tsx'), {
  name: 'Logging out',
  close: ({ onOpenChange }) => onOpenChange(false),
});

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

interface InvitationScreenProps {
  token: string;
  /** Shown if the account's address must be confirmed first, because the link was shared instead of emailed. */
  confirmEmail: ReactNode;
}

/** Opened by the link in an invitation. */
export function InvitationScreen({ token, confirmEmail }: InvitationScreenProps) {
  const query = useQuery(invitationPreviewQuery(token));
  const isUnknown = query.error instanceof ApiError && query.error.status < 500;
  if (isUnknown && !query.data) {
    return (
      <>
        <Banner tone="warning" title="This invitation isn’t valid">
          Check that the whole link was copied. If you were invited more than once, use the newest link.
        </Banner>
        <Link to="/" className={buttonClass({ size: 'lg' })}>
          Go to home
        </Link>
      </>
    );
  }
  return (
    <QueryState
      query={query}
      failed="Couldn’t open the invitation"
      offline="You need a connection to open the invitation."
      skeleton={
        <Loading label="Loading the invitation" className="grid gap-4">
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-12 rounded-md" />
        </Loading>
      }
    >
      {(invitation) => (
        <>
          <InvitationSummary {...invitation} />
          {invitation.status === 'pending' ? (
            <PendingInvitation token={token} invitation={invitation} confirmEmail={confirmEmail} />
          ) : (
            <ClosedInvitation {...invitation} />
          )}
        </>
      )}
    </QueryState>
  );
}

function InvitationSummary({ organization_name: name, invited_by: inviter, role, message, email }: InvitationPreview) {
  return (
    <div className="grid gap-3">
      <p className="text-lg [overflow-wrap:anywhere]">
        {inviter ?? 'An admin'} invited <b className="font-medium">{email}</b> to join <b className="font-medium">{name}</b> as{' '}
        {role === 'organization' ? 'an admin' : 'a member'}.
      </p>
      {message && <blockquote className="border-l-2 border-line pl-3 whitespace-pre-line text-ink-muted">{message}</blockquote>}
    </div>
  );
}

function ClosedInvitation({ status, invited_by: inviter, expires_at: expires }: InvitationPreview) {
  const snapshot = useSession();
  const who = inviter ?? 'an admin';
  return (
    <>
      {status === 'expired' && (
        <Banner tone="warning" title="This invitation has expired">
          It was valid until {day.format(new Date(expires))}. Ask {who} to send it again.
        </Banner>
      )}
      {status === 'revoked' && (
        <Banner tone="warning" title="This invitation was revoked">
          If you think that’s a mistake, ask {who}.
        </Banner>
      )}
      {status === 'used' && (
        <Banner tone="info" title="This invitation has been used">
          If you accepted it, you’re all set. Otherwise, ask {who} for a new one.
        </Banner>
      )}
      {snapshot && !snapshot.expired ? (
        <Link to={landingFor(snapshot)} className={buttonClass({ size: 'lg' })}>
          Continue
        </Link>
      ) : (
        <Link to="/login" className={buttonClass({ size: 'lg' })}>
          Log in
        </Link>
      )}
    </>
  );
}

interface PendingInvitationProps extends InvitationScreenProps {
  invitation: InvitationPreview;
}

function PendingInvitation({ token, invitation, confirmEmail }: PendingInvitationProps) {
  const snapshot = useSession();
  const { email } = invitation;
  const returnHere = { search: { redirect: `/invite/${token}` }, state: { email } };
  if (snapshot && !snapshot.expired && !isGuest(snapshot.user)) {
    const own = snapshot.user.email ?? '';
    return own.toLowerCase() === email ? (
      <Accept token={token} own={own} confirmEmail={confirmEmail} />
    ) : (
      <WrongAccount token={token} email={email} own={own} />
    );
  }
  const guest = snapshot !== null && !snapshot.expired;
  return (
    <div className="grid gap-3">
      <Link to="/register" {...returnHere} className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Create an account
      </Link>
      {!guest && (
        <Link to="/login" {...returnHere} className={buttonClass({ size: 'lg' })}>
          Log in
        </Link>
      )}
      <p className="text-sm text-ink-muted">
        {guest
          ? 'You don’t have an account yet. Create one with this address, then come back here to accept.'
          : 'You’ll come back here to accept.'}
      </p>
    </div>
  );
}

function Accept({ token, own, confirmEmail }: InvitationScreenProps & { own: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: async () => {
      const organization = await acceptInvitation(token);
      // Adds the new membership to the session.
      await forceRefresh();
      await session.selectOrganization(organization.id);
      return organization;
    },
    onSuccess: async ({ name }) => {
      toast.success(`You joined ${name}`);
      await router.navigate({ to: '/organization', replace: true });
    },
    onError: () => void client.invalidateQueries({ queryKey: invitationPreviewQuery(token).queryKey }),
  });
  const needsConfirmation = accept.error instanceof ApiError && accept.error.code === 'email_not_confirmed';
  return (
    <div className="grid gap-3">
      <Button variant="primary" size="lg" loading={accept.isPending} onClick={() => accept.mutate()}>
        Accept invitation
      </Button>
      {needsConfirmation && confirmEmail}
      {accept.isError && !needsConfirmation && (
        <Banner tone="danger" title="Couldn’t accept the invitation">
          {describeFailure(accept.error).detail}
        </Banner>
      )}
      <p className="text-sm text-ink-muted">You’re logged in as {own}.</p>
    </div>
  );
}

/** An invitation works for one address only. */
function WrongAccount({ token, email, own }: { token: string; email: string; own: string }) {
  const router = useRouter();
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <Banner tone="warning" title={`You’re logged in as ${own}`}>
        This invitation is for {email}. Log out, then log in or create an account with that address.
      </Banner>
      <Button size="lg" onClick={() => setLeaving(true)}>
        Log out
      </Button>
      {leaving && (
        <LogoutDialog
          open
          onOpenChange={setLeaving}
          onLeft={() => void router.navigate({ to: '/login', search: { redirect: `/invite/${token}` }, state: { email }, replace: true })}
        />
      )}
    </>
  );
}

type InvitationPreview = components['schemas']['MemberInvitationPreview'];

/** Waits for the session, as the answer depends on the account. */
const invitationPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['member-invitation', token] as const,
    queryFn: async ({ signal }) => {
      await session.ready();
      return unwrap(await api.GET('/api/v1/invitations/{token}', { params: { path: { token } }, signal }));
    },
    staleTime: 0,
  });

const acceptInvitation = async (token: string) =>
  unwrap(await api.POST('/api/v1/invitations/{token}/accept', { params: { path: { token } } }));
