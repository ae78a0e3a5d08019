import { session } from '#src/session/store.ts';
import { syncDevicePush } from './device-push.ts';

/** Pushes to this device are of who is signed in on it, for as long as they are. */
export function startPushSync(): void {
  let account: string | null | undefined;
  const follow = () => {
    const now = session.read();
    // Whoever is shooting on stays where they are; nothing is pushed for an ended session.
    if (now?.expired || (now?.user.id ?? null) === account) return;
    account = now?.user.id ?? null;
    syncDevicePush(account).catch((error: unknown) => console.warn('Pushes to this device are not settled yet', error));
  };
  session.subscribe(follow);
  follow();
}
