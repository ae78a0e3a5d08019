import { createFileRoute } from '@tanstack/react-router';
import { photoSearch } from '#src/domains/events/joining/code.ts';
import { AskForCode } from '#src/domains/events/joining/no-event.tsx';

/** For whoever has a code but nothing to scan. */
export const Route = createFileRoute('/_open/join/')({
  validateSearch: photoSearch,
  component: AskPage,
});

function AskPage() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return <AskForCode onCode={(code) => void navigate({ to: '/join/$code', params: { code }, search })} />;
}
