import { createFileRoute } from '@tanstack/react-router';
import { AskForCode } from '#src/domains/events/joining/no-event.tsx';

/** For whoever has a code but nothing to scan. */
export const Route = createFileRoute('/_open/join/')({ component: AskPage });

function AskPage() {
  const navigate = Route.useNavigate();
  return <AskForCode onCode={(code) => void navigate({ to: '/join/$code', params: { code } })} />;
}
