import { subscribeReachability } from '#src/transport/reachability.ts';
import { finishPendingLogout } from '#src/transport/refresh.ts';

function finish(): void {
  // A page that is hidden may be on its way into the back/forward cache: what it begins then blocks every other page.
  if (!document.hidden) finishPendingLogout().catch((error: unknown) => console.warn('A logout could not be finished', error));
}

/** A logout made offline is finished when the server can be reached again, also where nobody presses anything: the login page sends nothing else. */
export function watchPendingLogout(): void {
  for (const moment of ['online', 'focus', 'visibilitychange']) window.addEventListener(moment, finish);
  subscribeReachability((reachable) => reachable && finish());
}
