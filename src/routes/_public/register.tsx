import { Link, createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { AccountPanel, textLink } from '#src/domains/accounts/account-panel.tsx';
import { RegisterForm } from '#src/domains/accounts/register-form.tsx';
import { codeOfPath } from '#src/domains/events/joining/code.ts';
import { EventBanner, useOpensTo } from '#src/domains/events/joining/event-banner.tsx';
import { joinPreviewQuery } from '#src/domains/events/queries.ts';
import { searchOf } from '#src/lib/search-of.ts';
import { landingFor } from '#src/session/landing.ts';
import { returnTarget } from '#src/session/return-target.ts';

export const Route = createFileRoute('/_public/register')({
  validateSearch: searchOf(['redirect'], ({ redirect: target }: Record<string, unknown>): { redirect?: string } =>
    typeof target === 'string' ? { redirect: target } : {},
  ),
  beforeLoad: async ({ context, search }) => {
    await context.session.ready();
    const snapshot = context.session.read();
    if (snapshot && !snapshot.expired) throw redirect({ href: returnTarget(search.redirect) ?? landingFor(snapshot), replace: true });
  },
  loaderDeps: ({ search }) => ({ code: codeOfPath(returnTarget(search.redirect)) }),
  loader: ({ context, deps: { code } }) => void (code && context.queryClient.prefetchQuery(joinPreviewQuery(code))),
  component: RegisterPage,
});

function RegisterPage() {
  const search = Route.useSearch();
  const { session } = Route.useRouteContext();
  const router = useRouter();
  const code = codeOfPath(returnTarget(search.redirect));
  const joins = useOpensTo(code);
  const goOn = () => {
    const snapshot = session.read();
    if (!snapshot) return;
    // An organization that waits for its approval goes nowhere else (docs/product.md A4).
    const landing = landingFor(snapshot);
    const target = landing === '/pending-approval' ? landing : (returnTarget(search.redirect) ?? landing);
    router.history.replace(target, { wantsIn: joins });
  };
  return (
    <AccountPanel
      title="Create an account"
      lead={joins && 'You’ll join the event right away.'}
      banner={code && <EventBanner code={code} />}
      foot={
        <>
          Already have an account?{' '}
          <Link to="/login" search={search} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <RegisterForm joins={joins} onDone={goOn} />
    </AccountPanel>
  );
}
