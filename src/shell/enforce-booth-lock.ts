// Comes with the screens of each area of the app (scripts/lazy-routes-plugin.ts): at a photo booth that is locked none of them opens, also not by an
// address that was typed or by the browser's way back.
import { redirect } from '@tanstack/react-router';
import { session } from '#src/session/store.ts';
import { boothLock } from './booth-lock.ts';

/** @throws Redirect to the booth. Before it is known who is signed in, too: an area that was brought once is asked no more */
export function enforceBoothLock(): void {
  const lock = boothLock();
  if (!lock) return;
  const account = session.read()?.user.id;
  if (account === undefined || account === lock.account)
    throw redirect({ to: '/fullscreen-image-generation', search: { event: lock.event }, replace: true });
}
