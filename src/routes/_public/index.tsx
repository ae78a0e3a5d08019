import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router';
import { Home } from '#src/domains/accounts/home.tsx';
import { CodeForm } from '#src/domains/events/joining/code-form.tsx';
import { landingFor } from '#src/session/landing.ts';
import { useSession } from '#src/session/use-session.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

export const Route = createFileRoute('/_public/')({ component: HomePage });

const SentExport = lazyPart(() => import('#src/domains/accounts/sent-export.tsx'), { name: 'Your data' });

/** For who is not logged in; everybody else is led to their place. Platform admins have no other than this. */
function HomePage() {
  const navigate = Route.useNavigate();
  const session = useSession();
  // What a mail leads to that holds the way to one's own data.
  const token = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('your_data') });
  if (token) return <SentExport token={token} />;
  const landing = session && !session.expired ? landingFor(session) : '/';
  if (landing !== '/') return <Navigate to={landing} replace />;
  return (
    <Home
      codeForm={<CodeForm label="Have a code?" submit="Join" onCode={(code) => void navigate({ to: '/join/$code', params: { code } })} />}
    />
  );
}
