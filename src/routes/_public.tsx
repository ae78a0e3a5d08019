import { createFileRoute, Outlet } from '@tanstack/react-router';
import { anyone } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { PublicLayout } from '#src/shell/layouts.tsx';
import { NotFound } from '#src/shell/not-found.tsx';

/** Open to everyone, without a sidebar: /, the sign-in pages, and the targets of links in emails. */
export const Route = createFileRoute('/_public')({
  beforeLoad: guarded(anyone),
  component: () => (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  ),
  notFoundComponent: NotFound,
});
