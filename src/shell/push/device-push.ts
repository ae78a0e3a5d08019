// Push notifications on this device: their status, turning them on and off, and syncing them with the signed-in account.
import { queryOptions } from '@tanstack/react-query';
import { toSubscriptionBody } from '#src/lib/push-message.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { session } from '#src/session/store.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { readSessionValue, writeSessionValue } from '#src/transport/session-db.ts';

export type PushStatus = 'unsupported' | 'denied' | 'off' | 'on';

export interface DevicePush {
  status: PushStatus;
  /** Identifies our server to push services. */
  publicKey: string;
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const ownSubscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

async function readDevicePush(signal?: AbortSignal): Promise<DevicePush> {
  const { public_key: publicKey, endpoint } = unwrap(await api.GET('/api/v1/push', { signal }));
  if (!isSupported()) return { status: 'unsupported', publicKey };
  if (Notification.permission === 'denied') return { status: 'denied', publicKey };
  const subscription = await ownSubscription();
  // A subscription that the server does not know, for example of an earlier session, delivers nothing.
  return { status: subscription && subscription.endpoint === endpoint ? 'on' : 'off', publicKey };
}

export const devicePushQuery = (account: string) =>
  queryOptions({ queryKey: ['push', account] as const, queryFn: ({ signal }) => readDevicePush(signal), staleTime: 0 });

/**
 * Asks for permission with the browser's dialog, so it must be called in a press.
 * @throws {UserFacingError} if the browser provides no push address
 */
export async function turnPushOn(account: string, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await writeSessionValue('pushAccount', account);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // A subscription of another account or another server key: subscribe with a new address that no other server knows.
  await before?.unsubscribe();
  let subscription: PushSubscription;
  try {
    subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (error) {
    console.warn('The browser didn’t provide a push address', error);
    throw new UserFacingError('Your browser couldn’t reach its push service. Try again later, or with another browser.');
  }
  await saveSubscription(subscription);
}

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const body = toSubscriptionBody(subscription);
  if (!body) throw new UserFacingError('This browser doesn’t support encrypted notifications.');
  unwrap(await api.PUT('/api/v1/push/subscription', { body }));
}

export async function turnPushOff(): Promise<void> {
  unwrap(await api.DELETE('/api/v1/push/subscription'));
  await unsubscribeDevice();
}

/** Only on this device; the server learns about it when the session ends, or from the push service. */
async function unsubscribeDevice(): Promise<void> {
  await writeSessionValue('pushAccount', undefined);
  await (await ownSubscription())?.unsubscribe();
}

/** The account that turned it on still has it after signing in again; for all others it ends, as it does with a logout. */
export async function syncDevicePush(account: string | null): Promise<void> {
  const owner = await readSessionValue('pushAccount');
  if (owner === undefined || !isSupported()) return;
  if (owner !== account) return unsubscribeDevice();
  const subscription = await ownSubscription();
  if (!subscription || Notification.permission !== 'granted') return;
  const { endpoint } = unwrap(await api.GET('/api/v1/push'));
  if (endpoint !== subscription.endpoint) await saveSubscription(subscription);
}

/** Push notifications on this device belong to the signed-in account. */
export function startPushSync(): void {
  let account: string | null | undefined;
  const follow = () => {
    const now = session.read();
    // With an ended session, shooting continues on this screen; the server pushes nothing for it.
    if (now?.expired || (now?.user.id ?? null) === account) return;
    account = now?.user.id ?? null;
    syncDevicePush(account).catch((error: unknown) => console.warn('Could not sync the push subscription', error));
  };
  session.subscribe(follow);
  follow();
}
