import { subscribeReachability } from '#src/transport/reachability.ts';
import { finishPendingLogout } from '#src/transport/refresh.ts';

const finish = () => void finishPendingLogout().catch((error: unknown) => console.warn('A logout could not be finished', error));

/** A logout made offline is finished when the server can be reached again, also where nobody presses anything: the login page sends nothing else. */
export function finishLogoutOnReturn(): void {
  for (const moment of ['online', 'focus', 'visibilitychange']) window.addEventListener(moment, finish);
  subscribeReachability((reachable) => reachable && finish());
}
