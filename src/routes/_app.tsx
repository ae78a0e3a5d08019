import { createFileRoute, Outlet } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { approved } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { AppLayout } from '#src/shell/layouts.tsx';
import { NotFound } from '#src/shell/not-found.tsx';

/** Needs a connection, so it is not in the precache. If it cannot be loaded, nothing is offered. */
const InstallOffer = lazy<ComponentType>(() =>
  import('#src/shell/install-offer.tsx').then(
    (late) => ({ default: late.InstallOffer }),
    () => ({ default: () => null }),
  ),
);

/** The app: screens with the sidebar beside them. */
export const Route = createFileRoute('/_app')({
  beforeLoad: guarded(approved),
  component: () => (
    <AppLayout>
      <Suspense>
        <InstallOffer />
      </Suspense>
      <Outlet />
    </AppLayout>
  ),
  notFoundComponent: NotFound,
});
