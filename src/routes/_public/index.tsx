import { createFileRoute, Navigate } from '@tanstack/react-router';
import { Home } from '#src/domains/accounts/home.tsx';
import { CodeForm } from '#src/domains/events/joining/code-form.tsx';
import { landingFor } from '#src/session/landing.ts';
import { useSession } from '#src/session/use-session.ts';

export const Route = createFileRoute('/_public/')({ component: HomePage });

/** For who is not logged in; everybody else is led to their place. Platform admins have no other than this. */
function HomePage() {
  const navigate = Route.useNavigate();
  const session = useSession();
  const landing = session && !session.expired ? landingFor(session) : '/';
  if (landing !== '/') return <Navigate to={landing} replace />;
  return (
    <Home
      codeForm={<CodeForm label="Have a code?" submit="Join" onCode={(code) => void navigate({ to: '/join/$code', params: { code } })} />}
    />
  );
}
