import { createFileRoute, Outlet } from '@tanstack/react-router';
import { anyone } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { OpenLayout } from '#src/shell/layouts.tsx';
import { NotFound } from '#src/shell/not-found.tsx';

/** Open to everyone, with the sidebar for signed-in users: /join, /unauthorized. */
export const Route = createFileRoute('/_open')({
  beforeLoad: guarded(anyone),
  component: () => (
    <OpenLayout>
      <Outlet />
    </OpenLayout>
  ),
  notFoundComponent: NotFound,
});
