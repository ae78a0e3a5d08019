import { Link, createFileRoute } from '@tanstack/react-router';
import { ShieldX } from 'lucide-react';
import { landingFor } from '#src/session/landing.ts';
import { useSession } from '#src/session/use-session.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';

export const Route = createFileRoute('/_open/unauthorized')({
  // What it says, and whether the sidebar stands beside it, depends on who comes.
  beforeLoad: ({ context }) => context.session.ready(),
  component: Unauthorized,
});

/** An administrator of the platform has no landing of their own but the start. */
function wayOn(landing: ReturnType<typeof landingFor>) {
  if (landing === '/super-admin') return { to: landing, label: 'Go to the Admin Panel' } as const;
  if (landing === '/pending-approval') return { to: landing, label: 'See how the approval stands' } as const;
  return { to: '/dashboard', label: 'Go to your events' } as const;
}

function Unauthorized() {
  const snapshot = useSession();
  const way = snapshot && wayOn(landingFor(snapshot));
  useDocumentTitle('No access');
  return (
    <div className="grid flex-1 place-items-center pb-24">
      <ScreenState
        as="page"
        icon={<ShieldX />}
        title="You have no access to this"
        actions={
          way ? (
            <Link to={way.to} className={buttonClass({ variant: 'primary' })}>
              {way.label}
            </Link>
          ) : (
            <Link to="/login" className={buttonClass({ variant: 'primary' })}>
              Sign in
            </Link>
          )
        }
      >
        {snapshot
          ? `${snapshot.user.email} may not open that page. Someone who runs the organization or the event can let you in.`
          : 'Sign in with an account that may open it.'}
      </ScreenState>
    </div>
  );
}
