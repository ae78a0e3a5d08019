import type { components } from '#openapi/api.ts';
import type { PushFigures } from '#server/notifications/push-repository.ts';
import type { AnnouncementRow, MailFigures, NoticeRow } from '#server/notifications/repository.ts';

type Schemas = components['schemas'];

export const presentNotice = ({ id, title, body, link, createdAt, readAt }: NoticeRow): Schemas['Notice'] => ({
  id,
  title,
  body,
  link,
  created_at: createdAt.toISOString(),
  read_at: readAt?.toISOString() ?? null,
});

export const presentAnnouncement = (
  { announcement, author, read }: AnnouncementRow,
  targetName: string | null,
  mails: MailFigures = { waiting: 0, failed: 0 },
  pushes: PushFigures = { waiting: 0, failed: 0, gone: 0 },
): Schemas['Announcement'] => ({
  id: announcement.id,
  title: announcement.title,
  body: announcement.body,
  link: announcement.link,
  target: announcement.target,
  target_name: targetName,
  by_mail: announcement.byMail,
  by_push: announcement.byPush,
  status: announcement.withdrawnAt ? 'withdrawn' : announcement.status,
  send_at: announcement.sendAt.toISOString(),
  created_at: announcement.createdAt.toISOString(),
  finished_at: announcement.finishedAt?.toISOString() ?? null,
  author,
  figures: {
    recipients: announcement.recipients,
    read,
    mails: announcement.mails,
    mails_waiting: mails.waiting,
    mails_failed: mails.failed,
    pushes: announcement.pushes,
    pushes_waiting: pushes.waiting,
    pushes_failed: pushes.failed,
    pushes_gone: pushes.gone,
  },
});
