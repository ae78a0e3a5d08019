import { createFileRoute } from '@tanstack/react-router';
import { photoSearch } from '#src/domains/events/joining/join-code.ts';
import { EnterJoinCode } from '#src/domains/events/joining/no-event.tsx';

/** For people with a code but nothing to scan. */
export const Route = createFileRoute('/_open/join/')({
  validateSearch: photoSearch,
  component: EnterCodePage,
});

function EnterCodePage() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return <EnterJoinCode onCode={(code) => void navigate({ to: '/join/$code', params: { code }, search })} />;
}
