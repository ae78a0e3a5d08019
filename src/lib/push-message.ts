// What the server pushes to a device (server/notifications/push.ts), and what the worker tells a page of it.

export interface PushMessage {
  /** Of the notice: what has the same is shown once. */
  id: string;
  /** Whose it is: to anybody else it is not shown. */
  account: string;
  title: string;
  body: string;
  /** A path of the app. */
  link: string | null;
}

/** Null for what is none: a newer server's, or nothing at all. */
export function parsePushMessage(text: string | undefined): PushMessage | null {
  try {
    const { id, account, title, body, link } = JSON.parse(text ?? '') as Partial<Record<keyof PushMessage, unknown>>;
    if (![id, account, title, body].every((value) => typeof value === 'string')) return null;
    return { id, account, title, body, link: typeof link === 'string' ? link : null } as PushMessage;
  } catch {
    return null;
  }
}

/** Of the worker to a page: somebody pressed a notification that leads there. */
export interface NotificationClickMessage {
  type: 'NOTICE_PRESSED';
  /** A path of the app. */
  link: string;
}

/** As our server takes it. Null where the browser gave no keys: then nothing can be encrypted for it. */
export function toSubscriptionBody(subscription: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } | null {
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) return null;
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
