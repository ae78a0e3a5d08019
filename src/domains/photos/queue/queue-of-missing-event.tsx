import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSession } from '#src/session/use-session.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const QueueSheet = lazyPart(() => import('./queue-sheet.tsx'), { name: 'the queue', close: ({ onOpenChange }) => onOpenChange(false) });

/** The queue over the page of a missing event, so that its waiting photos can be exported. */
export function QueueOfMissingEvent({ id }: { id: string }) {
  const { queue } = useSearch({ strict: false });
  const account = useSession()?.user.id;
  const navigate = useNavigate();
  if (queue !== 'open' || account === undefined) return null;
  const close = (open: boolean) => open || void navigate({ to: '/dashboard', replace: true });
  return <QueueSheet open onOpenChange={close} account={account} eventId={id} venue={false} />;
}
