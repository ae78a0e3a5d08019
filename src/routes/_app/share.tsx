import { createFileRoute } from '@tanstack/react-router';
import { SharedPhotosScreen } from '#src/domains/events/shared-photos/shared-photos-screen.tsx';
import { useSession } from '#src/session/use-session.ts';

/** Photos from the share sheet of the system, which the worker has received (sw/share-target.ts). */
export const Route = createFileRoute('/_app/share')({ component: SharePage });

function SharePage() {
  const user = useSession()?.user;
  return user && <SharedPhotosScreen user={user} />;
}
