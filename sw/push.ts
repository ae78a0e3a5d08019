/// <reference lib="webworker" />
// Push notifications: shown only to their recipient, opened on click, and re-subscribed when the browser changes the address. Reads the
// session; does not touch the outbox.
import { parsePushMessage, toSubscriptionBody, type NotificationClickMessage } from '#src/lib/push-message.ts';
import { api } from '#src/transport/client.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { ensureApiBase } from './api-base.ts';

declare const self: ServiceWorkerGlobalScope;

const ICON = '/icons/icon-192.png';
/** Browsers require a notification for every push (`userVisibleOnly`); this one is neutral. */
const NEUTRAL = { title: 'AI Image Suite', body: 'You have a new notification.', tag: 'something-new' };

/** The signed-in account as known to the worker. A pending logout counts as signed out. */
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
  // A notification with a known tag replaces the earlier one silently. While the app is visible the bell counts it, and nothing rings or
  // covers the shutter.
  const silent = await isAppVisible();
  await self.registration.showNotification(title, { body, tag, silent, icon: ICON, badge: ICON, data: isTheirs ? message.link : null });
  if (!isTheirs) await unsubscribeOtherAccount(account);
}

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Whether an app window is visible. */
const isAppVisible = async (): Promise<boolean> => (await openWindows()).some(({ visibilityState }) => visibilityState === 'visible');

const nullAfterWarning = (error: unknown): null => {
  console.warn('The recipient of a push could not be checked', error);
  return null;
};

/** Unsubscribes a device whose account is no longer signed in. */
async function unsubscribeOtherAccount(account: string | null): Promise<void> {
  if (account !== null && (await readSessionValue('pushAccount')) === account) return;
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Sends an open window there: the page knows when navigation is blocked, and at the camera it is only focused. Without a window, opens one.
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
    console.warn('The window could not be focused', error);
  }
}

/** Restricts the target to a path of this origin. */
function toAppPath(link: unknown): string | null {
  if (typeof link !== 'string' || !URL.canParse(link, self.location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(link, self.location.origin);
  return origin === self.location.origin ? pathname + search + hash : null;
}

/** The browser changed the push address: updates the subscription if its account is still signed in. */
export async function renewSubscription({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const account = await signedInAccount();
  if (account === null || (await readSessionValue('pushAccount')) !== account) return void (await newSubscription?.unsubscribe());
  const options = oldSubscription?.options ?? newSubscription?.options;
  const subscription = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  const body = subscription && toSubscriptionBody(subscription);
  if (!body) return;
  await ensureApiBase();
  const { response } = await api.PUT('/api/v1/push/subscription', { headers: { 'X-Account': account }, body });
  if (!response.ok) throw new Error(`The new push address was refused with ${response.status}`);
}
