// Push messages from the server (server/notifications/push.ts), and messages from the worker to pages.

export interface PushMessage {
  /** Notifications with the same id replace each other. */
  id: string;
  /** The recipient: it is not shown to other accounts. */
  account: string;
  title: string;
  body: string;
  /** A path of the app. */
  link: string | null;
}

/** Null for an unknown format, such as a newer server's. */
export function parsePushMessage(text: string | undefined): PushMessage | null {
  try {
    const { id, account, title, body, link } = JSON.parse(text ?? '') as Partial<Record<keyof PushMessage, unknown>>;
    if (![id, account, title, body].every((value) => typeof value === 'string')) return null;
    return { id, account, title, body, link: typeof link === 'string' ? link : null } as PushMessage;
  } catch {
    return null;
  }
}

/** From the worker to a page: a notification with this target was clicked. */
export interface NotificationClickMessage {
  type: 'NOTICE_PRESSED';
  /** A path of the app. */
  link: string;
}

/** In the API's format. Null without keys from the browser: the message could not be encrypted. */
export function toSubscriptionBody(subscription: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } | null {
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) return null;
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
