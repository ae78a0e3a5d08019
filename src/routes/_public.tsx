import { Outlet, createFileRoute } from '@tanstack/react-router';
import { anyone } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { PublicHeader } from '#src/shell/public-header.tsx';

/** Open to anybody, without a sidebar: /, /login, /register, /join, /unauthorized. */
export const Route = createFileRoute('/_public')({
  beforeLoad: guarded(anyone),
  component: () => (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  ),
});
