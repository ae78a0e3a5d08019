import { Link, createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { AccountPanel, textLink } from '#src/domains/accounts/account-panel.tsx';
import { RegisterForm } from '#src/domains/accounts/register-form.tsx';
import { landingFor } from '#src/session/landing.ts';
import { returnTarget } from '#src/session/return-target.ts';

export const Route = createFileRoute('/_public/register')({
  validateSearch: ({ redirect: target }): { redirect?: string } => (typeof target === 'string' ? { redirect: target } : {}),
  beforeLoad: async ({ context }) => {
    await context.session.ready();
    const snapshot = context.session.read();
    if (snapshot && !snapshot.expired) throw redirect({ to: landingFor(snapshot), replace: true });
  },
  component: RegisterPage,
});

function RegisterPage() {
  const search = Route.useSearch();
  const { session } = Route.useRouteContext();
  const router = useRouter();
  const goOn = () => {
    const snapshot = session.read();
    if (!snapshot) return;
    // An organization that waits for its approval goes nowhere else (spec §4).
    const landing = landingFor(snapshot);
    router.history.replace(landing === '/pending-approval' ? landing : (returnTarget(search.redirect) ?? landing));
  };
  return (
    <AccountPanel
      title="Create an account"
      foot={
        <>
          Have one already?{' '}
          <Link to="/login" search={search} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <RegisterForm onDone={goOn} />
    </AccountPanel>
  );
}
