import { createFileRoute, Link } from '@tanstack/react-router';
import { accountLabel } from '#src/session/display-name.ts';
import { landingLink } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { ShieldX } from '#src/ui/icons.ts';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

export const Route = createFileRoute('/_open/unauthorized')({
  // The text and the sidebar depend on the session.
  beforeLoad: ({ context }) => context.session.ready(),
  component: Unauthorized,
});

function Unauthorized() {
  const snapshot = useSession();
  const way = snapshot && landingLink(snapshot);
  useDocumentTitle('No access');
  return (
    <div className="grid flex-1 place-items-center pb-24">
      <ScreenState
        as="page"
        icon={<ShieldX />}
        title="You don’t have access"
        actions={
          way ? (
            <Link to={way.to} className={buttonClass({ variant: 'primary' })}>
              {way.label}
            </Link>
          ) : (
            <Link to="/login" className={buttonClass({ variant: 'primary' })}>
              Log in
            </Link>
          )
        }
      >
        {snapshot
          ? `${accountLabel(snapshot.user)} doesn’t have permission to open that page. Ask an administrator for access.`
          : 'Log in with an account that has access.'}
      </ScreenState>
    </div>
  );
}
