import { createFileRoute } from '@tanstack/react-router';
import { TutorialsScreen } from '#src/domains/help/tutorials/tutorials-screen.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';
import { useSession } from '#src/session/use-session.ts';

export const Route = createFileRoute('/_app/dashboard/tutorials')({
  // The router reads `?q=50` as a number.
  validateSearch: validateSearch(['q', 'open'], ({ q, open }: Record<string, unknown>): { q?: string; open?: string } => ({
    ...((typeof q === 'string' || typeof q === 'number') && { q: String(q) }),
    ...(typeof open === 'string' && { open }),
  })),
  component: TutorialsPage,
});

function TutorialsPage() {
  const { q = '', open } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  if (!user) return null;
  return (
    <TutorialsScreen
      account={user.id}
      runsEvents={user.memberships.some(({ status }) => status === 'active')}
      q={q}
      open={open}
      onSearch={(next) => void navigate({ search: { q: next || undefined }, replace: true, resetScroll: false })}
    />
  );
}
