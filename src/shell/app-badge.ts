import { pendingPhotos } from '#src/outbox/queue.ts';
import { session } from '#src/session/store.ts';

/** Shows on the app's icon how many of this account's photos are only on this phone, where the platform has badges. */
export function watchAppBadge(): void {
  if (!('setAppBadge' in navigator)) return;
  let account: string | null | undefined;
  let unsubscribe = () => undefined as void;
  let shown = -1;
  const update = () => {
    const waiting = pendingPhotos(account ?? null).read().data?.length;
    if (waiting === undefined || waiting === shown) return;
    shown = waiting;
    // Refused where the app is not installed: a badge is a courtesy.
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
