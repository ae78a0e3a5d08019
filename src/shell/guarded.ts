import { redirect } from '@tanstack/react-router';
import { anyone, type Guard } from '#src/session/guards.ts';
import type { session } from '#src/session/store.ts';
import { restoreQueries } from './query-client.ts';

/** The arguments of a route's `beforeLoad`; exported because the types of routes need it. */
export interface BeforeLoadArgs {
  context: { session: typeof session };
  location: { href: string };
}

/**
 * `beforeLoad: guarded(approved)` in the layout route that owns an area; its children inherit. Waits for the first outcome of the session, asks the
 * guard, and restores the account's stored queries, so that loaders find them. The guard stays readable on the function: a test lists every route
 * with its guard.
 */
export function guarded(guard: Guard) {
  const beforeLoad = async ({ context, location }: BeforeLoadArgs): Promise<void> => {
    // Open to everyone: no need to wait for the session.
    if (guard === anyone) return;
    await context.session.ready();
    const snapshot = context.session.read();
    const refusal = guard(snapshot, { href: location.href });
    if (refusal) throw redirect(refusal);
    if (snapshot) await restoreQueries(snapshot.user.id);
  };
  return Object.assign(beforeLoad, { guard });
}
