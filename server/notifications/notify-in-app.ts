import type { Tx } from '#server/db/types.ts';
import type { NotificationKind } from '#server/notifications/policy.ts';
import { insertNotices, listRateLimited, notifyUsers } from '#server/notifications/repository.ts';
import { uuid7 } from '#server/uuid.ts';

const HOUR_MS = 3600 * 1000;
/** Per kind and person: the list behind the notice has all of them. */
const MAX_PER_HOUR = 20;

interface NoticeText {
  title: string;
  body: string;
  /** A path of the web app. */
  link: string;
}

/**
 * A notice in the app, without an email.
 * @param notice the same for all, or by person
 * @param pauseMs no second notice with the same link within this time; for one that is the same for all
 * @returns who got it
 */
export async function notifyInApp(
  tx: Tx,
  userIds: readonly string[],
  kind: NotificationKind,
  notice: NoticeText | ((userId: string) => NoticeText),
  pauseMs = 0,
): Promise<string[]> {
  const now = Date.now();
  const flooded = await listRateLimited(tx, userIds, kind, new Date(now - HOUR_MS), MAX_PER_HOUR);
  const informed =
    pauseMs > 0 && typeof notice === 'object' ? await listRateLimited(tx, userIds, kind, new Date(now - pauseMs), 1, notice.link) : null;
  const recipients = [...new Set(userIds)].filter((userId) => !flooded.has(userId) && !informed?.has(userId));
  if (recipients.length === 0) return [];
  await insertNotices(
    tx,
    recipients.map((userId) => ({ id: uuid7(), userId, kind, ...(typeof notice === 'function' ? notice(userId) : notice) })),
  );
  await notifyUsers(tx, recipients);
  return recipients;
}
