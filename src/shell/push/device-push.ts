// Pushes to this device: what stands in their way, turned on and off, and kept in step with who is signed in.
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
  /** By which push services know our server. */
  publicKey: string;
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const ownSubscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

async function readDevicePush(signal?: AbortSignal): Promise<DevicePush> {
  const { public_key: publicKey, endpoint } = unwrap(await api.GET('/api/v1/push', { signal }));
  if (!isSupported()) return { status: 'unsupported', publicKey };
  if (Notification.permission === 'denied') return { status: 'denied', publicKey };
  const subscription = await ownSubscription();
  // One that the server does not have, of an earlier session say, brings nothing.
  return { status: subscription && subscription.endpoint === endpoint ? 'on' : 'off', publicKey };
}

export const devicePushQuery = (account: string) =>
  queryOptions({ queryKey: ['push', account] as const, queryFn: ({ signal }) => readDevicePush(signal), staleTime: 0 });

/**
 * Asks the person, by the browser's own question: called by their press, as browsers want it.
 * @throws {UserFacingError} where the browser gives no address
 */
export async function turnPushOn(account: string, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await writeSessionValue('pushAccount', account);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // Of another person who was here, or of another key of the server: a new address, which nobody else knows.
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

/** On this device; the server learns of it by the session's end, or by what the push service answers. */
async function unsubscribeDevice(): Promise<void> {
  await writeSessionValue('pushAccount', undefined);
  await (await ownSubscription())?.unsubscribe();
}

/** Whoever turned it on and is signed in anew has it still; for everybody else it ends, as it does with a logout. */
export async function syncDevicePush(account: string | null): Promise<void> {
  const owner = await readSessionValue('pushAccount');
  if (owner === undefined || !isSupported()) return;
  if (owner !== account) return unsubscribeDevice();
  const subscription = await ownSubscription();
  if (!subscription || Notification.permission !== 'granted') return;
  const { endpoint } = unwrap(await api.GET('/api/v1/push'));
  if (endpoint !== subscription.endpoint) await saveSubscription(subscription);
}

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
