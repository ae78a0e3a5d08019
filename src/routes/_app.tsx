import { Outlet, createFileRoute } from '@tanstack/react-router';
import { approved } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { InstallOffer } from '#src/shell/install-offer.tsx';
import { NoSuchPage } from '#src/shell/not-found.tsx';
import { OfficeLayout } from '#src/shell/office-layout.tsx';

/** The office: screens with the sidebar beside them. */
export const Route = createFileRoute('/_app')({
  beforeLoad: guarded(approved),
  component: () => (
    <OfficeLayout>
      <InstallOffer />
      <Outlet />
    </OfficeLayout>
  ),
  notFoundComponent: NoSuchPage,
});
