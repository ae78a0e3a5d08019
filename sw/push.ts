/// <reference lib="webworker" />
// Pushes: shown to whom they are for and to nobody else, pressed, and kept going when the browser changes a device's address. It reads the
// session and touches nothing of the outbox.
import { parsePushMessage, toSubscriptionBody, type NotificationClickMessage } from '#src/lib/push-message.ts';
import { api } from '#src/transport/client.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { ensureApiBase } from './api-base.ts';

declare const self: ServiceWorkerGlobalScope;

const ICON = '/icons/icon-192.png';
/** Browsers want something to be shown whatever comes (`userVisibleOnly`); this says nothing of anybody. */
const NEUTRAL = { title: 'AI Image Suite', body: 'There is something new. Open the app to read it.', tag: 'something-new' };

/** Who is signed in here, as far as the worker knows. A logout that the server has not heard of is one. */
async function signedInAccount(): Promise<string | null> {
  if (await readSessionValue('pendingLogout')) return null;
  const snapshot = await readSessionValue('snapshot');
  return snapshot && !snapshot.expired ? snapshot.user.id : null;
}

export async function showPush(text: string | undefined): Promise<void> {
  const message = parsePushMessage(text);
  const account = await signedInAccount().catch(nullAfterWarning);
  const isTheirs = message !== null && message.account === account;
  const { title, body, tag } = isTheirs ? { ...message, tag: message.id } : NEUTRAL;
  // What has the tag of one that is shown takes its place without a sound. While the app is seen the bell counts it, and nothing rings or falls
  // over the shutter.
  const silent = await isAppVisible();
  await self.registration.showNotification(title, { body, tag, silent, icon: ICON, badge: ICON, data: isTheirs ? message.link : null });
  if (!isTheirs) await unsubscribeOtherAccount(account);
}

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Whether somebody looks at the app here. */
const isAppVisible = async (): Promise<boolean> => (await openWindows()).some(({ visibilityState }) => visibilityState === 'visible');

const nullAfterWarning = (error: unknown): null => {
  console.warn('Whom a push may be shown to could not be read', error);
  return null;
};

/** A device that was turned on by somebody who is not signed in here any more is pushed to no longer. */
async function unsubscribeOtherAccount(account: string | null): Promise<void> {
  if (account !== null && (await readSessionValue('pushAccount')) === account) return;
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

/**
 * To an open window, which goes there by itself: it knows what must not be left, and at the camera nothing happens but that it is seen.
 * Without one, a window is opened.
 */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const target = toAppPath(notification.data);
  const windows = await openWindows();
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (!window) return void (await self.clients.openWindow(target ?? '/'));
  if (target !== null) window.postMessage({ type: 'NOTICE_PRESSED', link: target } satisfies NotificationClickMessage);
  try {
    await window.focus();
  } catch (error) {
    console.warn('The window could not be brought to the front', error);
  }
}

/** A path of this origin, whatever was pushed. */
function toAppPath(link: unknown): string | null {
  if (typeof link !== 'string' || !URL.canParse(link, self.location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(link, self.location.origin);
  return origin === self.location.origin ? pathname + search + hash : null;
}

/** The browser changed the device's address: whose it was is told the new one, if they are signed in still. */
export async function renewSubscription({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const account = await signedInAccount();
  if (account === null || (await readSessionValue('pushAccount')) !== account) return void (await newSubscription?.unsubscribe());
  const options = oldSubscription?.options ?? newSubscription?.options;
  const subscription = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  const body = subscription && toSubscriptionBody(subscription);
  if (!body) return;
  await ensureApiBase();
  const { response } = await api.PUT('/api/v1/push/subscription', { headers: { 'X-Account': account }, body });
  if (!response.ok) throw new Error(`the device's new address was answered ${response.status}`);
}
