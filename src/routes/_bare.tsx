import { createFileRoute, Outlet } from '@tanstack/react-router';
import { signedIn } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { NotFound } from '#src/shell/not-found.tsx';

/** For signed-in people, without a sidebar: each screen has its own frame. */
export const Route = createFileRoute('/_bare')({
  beforeLoad: guarded(signedIn),
  component: Outlet,
  notFoundComponent: NotFound,
});
