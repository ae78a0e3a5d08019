import { createFileRoute, Outlet } from '@tanstack/react-router';
import { approved } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { InstallOffer } from '#src/shell/install-offer.tsx';
import { AppLayout } from '#src/shell/layouts.tsx';
import { NotFound } from '#src/shell/not-found.tsx';

/** The app: screens with the sidebar beside them. */
export const Route = createFileRoute('/_app')({
  beforeLoad: guarded(approved),
  component: () => (
    <AppLayout>
      <InstallOffer />
      <Outlet />
    </AppLayout>
  ),
  notFoundComponent: NotFound,
});
