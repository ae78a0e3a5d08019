import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '#src/domains/accounts/profile/profile-screen.tsx';
import { useSession } from '#src/session/use-session.ts';

export const Route = createFileRoute('/_app/dashboard/profile')({ component: ProfilePage });

function ProfilePage() {
  const user = useSession()?.user;
  return user ? <ProfileScreen user={user} /> : null;
}
