import { createFileRoute, Link, redirect, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountPanel, textLink } from '#src/domains/accounts/account-panel.tsx';
import { RegisterForm, UpgradeForm } from '#src/domains/accounts/register-form.tsx';
import { EventBanner, useIsJoinOpen } from '#src/domains/events/joining/event-banner.tsx';
import { joinCodeFromPath } from '#src/domains/events/joining/join-code.ts';
import { joinPreviewQuery } from '#src/domains/events/queries.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { isGuest, fullName } from '#src/session/display-name.ts';
import { landingFor, returnTarget } from '#src/session/guards.ts';
import type { Snapshot } from '#src/session/store.ts';

export const Route = createFileRoute('/_public/register')({
  validateSearch: validateSearch(
    ['redirect', 'account'],
    (search: Record<string, unknown>): { redirect?: string; account?: 'organization' } => ({
      ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
      ...(search.account === 'organization' && { account: search.account }),
    }),
  ),
  beforeLoad: async ({ context, search }) => {
    await context.session.ready();
    const snapshot = context.session.read();
    // A guest upgrades to a full account.
    if (snapshot && !snapshot.expired && !guestOf(snapshot))
      throw redirect({ href: returnTarget(search.redirect) ?? landingFor(snapshot), replace: true });
  },
  loaderDeps: ({ search }) => ({ code: joinCodeFromPath(returnTarget(search.redirect)) }),
  loader: ({ context, deps: { code } }) => void (code && context.queryClient.prefetchQuery(joinPreviewQuery(code))),
  component: RegisterPage,
});

function RegisterPage() {
  const { account, ...search } = Route.useSearch();
  const { session } = Route.useRouteContext();
  const router = useRouter();
  // Read once: after the upgrade the person is no guest anymore, and continues from here.
  const [guest] = useState(() => guestOf(session.read()));
  const email = useLocation({ select: ({ state }) => state.email });
  const code = joinCodeFromPath(returnTarget(search.redirect));
  const joins = useIsJoinOpen(code);
  const goOn = () => {
    const snapshot = session.read();
    if (!snapshot) return;
    // A pending organization has no other screen (docs/product.md, Records and states).
    const landing = landingFor(snapshot);
    const target = landing === '/pending-approval' ? landing : (returnTarget(search.redirect) ?? landing);
    router.history.replace(target, { wantsIn: joins });
  };
  if (guest)
    return (
      <AccountPanel
        title="Create your account"
        lead="You’ll keep your photos, likes and events."
        banner={code && <EventBanner code={code} />}
      >
        <UpgradeForm name={fullName(guest)} email={email} onDone={goOn} />
      </AccountPanel>
    );
  return (
    <AccountPanel
      title="Create an account"
      lead={joins ? 'You’ll join the event right away.' : email && 'Then you can accept the invitation.'}
      banner={code && <EventBanner code={code} />}
      foot={
        <>
          Already have an account?{' '}
          <Link to="/login" search={search} state={{ email }} className={textLink}>
            Log in
          </Link>
        </>
      }
    >
      <RegisterForm account={code ? undefined : account} joins={joins} email={email} onDone={goOn} />
    </AccountPanel>
  );
}

/** A guest with a valid session; others register from scratch. */
const guestOf = (snapshot: Snapshot | null) => (snapshot && !snapshot.expired && isGuest(snapshot.user) ? snapshot.user : null);
