import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listPhotos } from '#src/outbox/queue.ts';
import { session } from '#src/session/store.ts';

/** Shows on the app's icon how many of this account's photos are only on this phone, where the platform has badges. */
export function watchAppBadge(): void {
  if (!('setAppBadge' in navigator)) return;
  const update = async () => {
    const account = session.read()?.user.id;
    const waiting = account ? (await listPhotos(account)).length : 0;
    // Refused where the app is not installed: a badge is a courtesy.
    await (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
  };
  subscribeOutbox((message) => {
    if (message.type === 'changed' || message.type === 'delivered') void update();
  });
  session.subscribe(() => void update());
  void update();
}
