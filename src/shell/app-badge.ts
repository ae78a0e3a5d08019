import { pendingPhotos } from '#src/outbox/queue.ts';
import { session } from '#src/session/store.ts';

/** Shows the number of this account's undelivered photos on the app's icon, where the platform has badges. */
export function watchAppBadge(): void {
  if (!('setAppBadge' in navigator)) return;
  let account: string | null | undefined;
  let unsubscribe = () => undefined as void;
  let shown = -1;
  const update = () => {
    const waiting = pendingPhotos(account ?? null).read().data?.length;
    if (waiting === undefined || waiting === shown) return;
    shown = waiting;
    // Fails if the app is not installed. The badge is optional.
    (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
  };
  const follow = () => {
    const now = session.read()?.user.id ?? null;
    if (now === account) return;
    account = now;
    unsubscribe();
    unsubscribe = pendingPhotos(account).subscribe(update);
    update();
  };
  session.subscribe(follow);
  follow();
}
