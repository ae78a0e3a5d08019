import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink } from '#server/mail/links.ts';
import { queueMails } from '#server/mail/queue.ts';
import { insertPushes, sweepPushes } from '#server/notifications/push-repository.ts';
import {
  changeAnnouncement,
  deleteOldNotices,
  insertNotices,
  listAudience,
  lockAnnouncement,
  mailKeyOf,
  notifyUsers,
} from '#server/notifications/repository.ts';
import { uuid7 } from '#server/uuid.ts';

/** Each batch is one transaction, so that notices, mails and progress are consistent. */
const BATCH_SIZE = 200;

const DAY_MS = 24 * 3600 * 1000;

const NOTICE_RETENTION_MS = 180 * DAY_MS;

/** The last attempt of a job is about a day after the first. */
const PUSH_GIVEN_UP_MS = 2 * DAY_MS;

const PUSH_RETENTION_MS = 90 * DAY_MS;

export function notificationJobs({
  db,
  config,
  jobs,
}: Pick<Deps, 'db' | 'config' | 'jobs'>): JobHandlers<'send-announcement' | 'sweep-notices'> {
  /** False if everyone was notified, or it must not be sent. */
  const sendBatch = (id: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const announcement = await lockAnnouncement(tx, id);
      if (!announcement || announcement.status === 'sent' || announcement.status === 'cancelled') return false;
      const people = await listAudience(tx, announcement.target, announcement.toldUntil, BATCH_SIZE);
      const last = people.at(-1);
      if (!last) {
        await changeAnnouncement(tx, id, { status: 'sent', finishedAt: new Date() });
        return false;
      }
      const createdAt = new Date();
      await insertNotices(
        tx,
        people.map(({ userId }) => ({ id: uuid7(), userId, announcementId: id, createdAt })),
      );
      const content = announcementEmail(announcement, appLink(config, announcement.link ?? '/', config.port));
      const emails = people.flatMap(({ userId, email }) =>
        announcement.byMail && email !== null ? [{ key: mailKeyOf(id, userId), to: email, content }] : [],
      );
      await queueMails({ jobs }, tx, emails);
      const pushIds = announcement.byPush
        ? await insertPushes(
            tx,
            id,
            people.map(({ userId }) => userId),
          )
        : [];
      const due = pushIds.map((pushId) => ({ pushId }));
      await jobs.addAll(tx, 'send-push', due, { owner: 'push' });
      await notifyUsers(
        tx,
        people.map(({ userId }) => userId),
      );
      await changeAnnouncement(tx, id, {
        status: 'sending',
        toldUntil: last.userId,
        recipients: announcement.recipients + people.length,
        mails: announcement.mails + emails.length,
        pushes: announcement.pushes + pushIds.length,
      });
      return true;
    });

  return {
    /** Continues after the last batch if interrupted, so that each user is notified once. */
    async 'send-announcement'({ announcementId }, signal) {
      while (await sendBatch(announcementId)) signal.throwIfAborted();
    },
    async 'sweep-notices'() {
      await deleteOldNotices(db, new Date(Date.now() - NOTICE_RETENTION_MS));
      await sweepPushes(db, new Date(Date.now() - PUSH_GIVEN_UP_MS), new Date(Date.now() - PUSH_RETENTION_MS));
    },
  };
}

const announcementEmail = ({ title, body, link }: { title: string; body: string; link: string | null }, url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: title,
  paragraphs: body.split(/\s*\n\s*/),
  button: { label: link === null ? 'Open the app' : 'Read more', url },
  notes: ['You can turn off emails like this in your profile settings.'],
});
