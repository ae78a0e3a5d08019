import { createFileRoute } from '@tanstack/react-router';
import { AskForCode } from '#src/domains/events/joining/no-event.tsx';
import { searchOf } from '#src/lib/search-of.ts';

/** For whoever has a code but nothing to scan. */
export const Route = createFileRoute('/_open/join/')({
  // The photo that a shared link leads to, once the event is joined.
  validateSearch: searchOf(['photo'], ({ photo }: Record<string, unknown>): { photo?: string } => (typeof photo === 'string' ? { photo } : {})),
  component: AskPage,
});

function AskPage() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return <AskForCode onCode={(code) => void navigate({ to: '/join/$code', params: { code }, search })} />;
}
