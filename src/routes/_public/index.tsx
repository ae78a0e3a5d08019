import { createFileRoute, useLocation } from '@tanstack/react-router';
import { Home } from '#src/domains/accounts/home.tsx';
import { CodeForm } from '#src/domains/events/joining/code-form.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

export const Route = createFileRoute('/_public/')({ component: HomePage });

const SentExport = lazyPart(() => import('#src/domains/accounts/data-export-download.tsx'), { name: 'your data' });

/** The home page for everyone; signed-in users find links to their area. */
function HomePage() {
  const navigate = Route.useNavigate();
  // The target of emails that lead to the person's data.
  const token = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('your_data') });
  if (token) return <SentExport token={token} />;
  const onCode = (code: string) => void navigate({ to: '/join/$code', params: { code } });
  return <Home codeForm={<CodeForm label="At an event? Enter its code. You don’t need an account." submit="Join" onCode={onCode} />} />;
}
