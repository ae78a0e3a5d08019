import { createFileRoute, Link, redirect, useLocation, useRouter } from '@tanstack/react-router';
import { AccountPanel, textLink } from '#src/domains/accounts/account-panel.tsx';
import { LoginForm } from '#src/domains/accounts/login-form.tsx';
import { readDeviceLeftovers } from '#src/domains/accounts/queries.ts';
import { EventBanner, useIsJoinOpen } from '#src/domains/events/joining/event-banner.tsx';
import { EventLinkEntry, parseEventLink } from '#src/domains/events/joining/event-link.tsx';
import { joinCodeFromPath } from '#src/domains/events/joining/join-code.ts';
import { joinPreviewQuery } from '#src/domains/events/queries.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { landingFor, returnTarget } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';

export const Route = createFileRoute('/_public/login')({
  validateSearch: validateSearch(['redirect'], ({ redirect: target }: Record<string, unknown>): { redirect?: string } =>
    typeof target === 'string' ? { redirect: target } : {},
  ),
  beforeLoad: async ({ context, search }) => {
    await context.session.ready();
    const snapshot = context.session.read();
    if (snapshot && !snapshot.expired) throw redirect({ href: returnTarget(search.redirect) ?? landingFor(snapshot), replace: true });
  },
  loaderDeps: ({ search }) => ({ code: joinCodeFromPath(returnTarget(search.redirect)) }),
  loader: async ({ context, deps: { code } }) => {
    if (code) void context.queryClient.prefetchQuery(joinPreviewQuery(code));
    await readDeviceLeftovers();
  },
  component: LoginPage,
});

function LoginPage() {
  const search = Route.useSearch();
  const router = useRouter();
  const expired = useSession();
  const email = useLocation({ select: ({ state }) => state.email });
  const target = returnTarget(search.redirect);
  const code = joinCodeFromPath(target);
  const joins = useIsJoinOpen(code);
  const navigate = Route.useNavigate();
  // A visitor followed a link to an event without being signed in.
  const eventLink = expired ? null : parseEventLink(target);
  return (
    <AccountPanel
      title="Log in"
      lead={leadFor({ joins, eventLink: eventLink !== null, target })}
      banner={
        (code && <EventBanner code={code} />) ??
        (eventLink && (
          <EventLinkEntry
            link={eventLink}
            onCode={(typed) => void navigate({ to: '/join/$code', params: { code: typed }, search: { photo: eventLink.photo } })}
          />
        ))
      }
      foot={
        <>
          New here?{' '}
          <Link to="/register" search={search} state={{ email }} className={textLink}>
            Create an account
          </Link>
        </>
      }
    >
      <LoginForm
        key={email}
        email={email ?? expired?.user.email ?? undefined}
        joins={joins}
        onDone={(snapshot) => router.history.replace(target ?? landingFor(snapshot), { wantsIn: joins })}
      />
    </AccountPanel>
  );
}

function leadFor({ joins, eventLink, target }: { joins: boolean; eventLink: boolean; target: string | null }): string {
  if (joins) return 'You’ll join the event right away.';
  if (eventLink) return 'Or log in with your account.';
  return target ? 'Log in to continue where you left off.' : 'Welcome back.';
}
