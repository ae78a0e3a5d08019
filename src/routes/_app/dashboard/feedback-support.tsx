import { createFileRoute } from '@tanstack/react-router';
import { HelpScreen } from '#src/domains/help/requests/help-screen.tsx';
import { RequestThread } from '#src/domains/help/requests/request-thread.tsx';
import { useReading } from '#src/domains/photos/queue/use-outbox-read.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { pendingPhotos } from '#src/outbox/queue.ts';
import { useSession } from '#src/session/use-session.ts';

export const Route = createFileRoute('/_app/dashboard/feedback-support')({
  validateSearch: validateSearch(['ticket'], ({ ticket }: Record<string, unknown>): { ticket?: string } =>
    typeof ticket === 'string' ? { ticket } : {},
  ),
  component: FeedbackSupportPage,
});

function FeedbackSupportPage() {
  const { ticket } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  const { data: waiting } = useReading(pendingPhotos(user?.id ?? null));
  if (!user) return null;
  if (ticket !== undefined) return <RequestThread key={ticket} account={user.id} id={ticket} />;
  const queue = waiting && { waiting: waiting.length, needsAttention: waiting.filter(({ state }) => state === 'parked').length };
  return <HelpScreen account={user.id} queue={queue} onSent={({ id }) => void navigate({ search: { ticket: id } })} />;
}
