import { createFileRoute, Outlet } from '@tanstack/react-router';
import { signedIn } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { NoSuchPage } from '#src/shell/not-found.tsx';
import { PublicLayout } from '#src/shell/public-layout.tsx';

/** For signed-in people, without a sidebar: /pending-approval. */
export const Route = createFileRoute('/_bare')({
  beforeLoad: guarded(signedIn),
  component: () => (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  ),
  notFoundComponent: NoSuchPage,
});
