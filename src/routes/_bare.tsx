import { Outlet, createFileRoute } from '@tanstack/react-router';
import { signedIn } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { PublicHeader } from '#src/shell/public-header.tsx';

/** For signed-in people, without a sidebar: /pending-approval. */
export const Route = createFileRoute('/_bare')({
  beforeLoad: guarded(signedIn),
  component: () => (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  ),
});
