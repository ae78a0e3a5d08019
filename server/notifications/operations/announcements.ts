// Announcements by the platform, and the notices that users get from them.
import { isDeepStrictEqual } from 'node:util';
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { validationProblem } from '#server/http/field-errors.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { notifyPeople, notifyPerson } from '#server/live/topics-repository.ts';
import { withdrawMails } from '#server/mail/mails-repository.ts';
import { canAnnounce } from '#server/notifications/policy.ts';
import { presentAnnouncement, presentNotice } from '#server/notifications/presenter.ts';
import { countPushes, withdrawPushes } from '#server/notifications/push-repository.ts';
import {
  announcementOrder,
  type AnnouncementRow,
  changeAnnouncement,
  countAudience,
  countMails,
  countUnread,
  findAnnouncement,
  insertAnnouncement,
  listAnnouncementRows,
  listNoticeRows,
  lockAnnouncement,
  mailKeyOf,
  markRead,
  nameOfTarget,
  namesOfTargets,
  noticeOrder,
  recipientsOf,
} from '#server/notifications/repository.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

function requireAnnouncer(viewer: Viewer): void {
  if (!canAnnounce(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
}

/** Protects against a typo such as 2062 instead of 2026. */
const FURTHEST_MS = 366 * 24 * 3600 * 1000;

/** A time in the past becomes now. @throws {Problem} 422 if it is too far ahead */
function sendTimeOf(asked: string | null | undefined): Date {
  const now = new Date();
  const at = asked == null ? now : new Date(asked);
  if (at.getTime() > now.getTime() + FURTHEST_MS)
    throw validationProblem([{ field: 'body.send_at', message: 'must be within a year from now' }]);
  return at < now ? now : at;
}

type Asked = Pick<AnnouncementRow['announcement'], 'title' | 'body' | 'link' | 'byMail' | 'byPush' | 'target' | 'sendAt'>;

/** Whether the stored announcement equals the requested one. */
function isSame(sent: Asked, asked: Asked): boolean {
  const facts = ({ title, body, link, byMail, byPush, target: { kind, role, id } }: Asked) => [
    title,
    body,
    link,
    byMail,
    byPush,
    kind,
    role,
    id,
  ];
  return isDeepStrictEqual(facts(sent), facts(asked)) && isSameTime(sent.sendAt, asked.sendAt);
}

/** Tolerance for clock differences and for concurrent retries. */
const NOW_MS = 60_000;

/** Past times were replaced by the current time, so only future times are compared exactly. */
function isSameTime(sent: Date, asked: Date): boolean {
  const isAhead = Math.max(sent.getTime(), asked.getTime()) > Date.now() + NOW_MS;
  return !isAhead || sent.getTime() === asked.getTime();
}

export function announcementCalls({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  async function present(rows: readonly AnnouncementRow[]): Promise<Schemas['Announcement'][]> {
    const all = rows.map(({ announcement }) => announcement);
    const names = await namesOfTargets(
      db,
      all.map(({ target }) => target),
    );
    const ids = all.map(({ id }) => id);
    const mails = await countMails(db, ids);
    const pushes = await countPushes(db, ids);
    return rows.map((row) => {
      const { id, target } = row.announcement;
      return presentAnnouncement(row, names.get(target.id ?? '') ?? null, mails.get(id), pushes.get(id));
    });
  }

  async function known(id: string): Promise<Schemas['Announcement']> {
    const row = await findAnnouncement(db, id);
    const [announcement] = row ? await present([row]) : [];
    if (!announcement) throw notFound('announcement');
    return announcement;
  }

  return {
    async listAnnouncements({ viewer, query: { status, cursor, limit } }) {
      requireAnnouncer(viewer);
      const { rows, cursors } = await announcementOrder.page({ cursor, limit, sort: '-send_at' }, (range) =>
        listAnnouncementRows(db, status, range),
      );
      return { status: 200, body: { items: await present(rows), ...cursors } };
    },

    async getAnnouncement({ viewer, path }) {
      requireAnnouncer(viewer);
      return { status: 200, body: await known(path.announcementId) };
    },

    async countAnnouncementReach({ viewer, body: { target } }) {
      requireAnnouncer(viewer);
      const name = await requireTarget(db, target);
      const { people, byMail, byPush } = await countAudience(db, target);
      return { status: 200, body: { people, by_mail: byMail, by_push: byPush, name } };
    },

    async createAnnouncement({ viewer, body, request }) {
      requireAnnouncer(viewer);
      await requireTarget(db, body.target);
      const { id, target } = body;
      const sendAt = sendTimeOf(body.send_at);
      const asked = {
        title: body.title.trim(),
        body: body.body.trim(),
        link: body.link ?? null,
        byMail: body.by_mail ?? false,
        byPush: body.by_push ?? false,
      };
      await db.transaction(async (tx) => {
        requireAnnouncer(await lockPlatformRights(tx, viewer));
        if (!(await insertAnnouncement(tx, { id, ...asked, target, sendAt, createdBy: viewer.userId }))) {
          const sent = await findAnnouncement(tx, id);
          if (!sent || !isSame(sent.announcement, { ...asked, target, sendAt }))
            throw new Problem(409, 'announcement_differs', 'Another announcement already has this ID.');
          return;
        }
        await jobs.add(tx, 'send-announcement', { announcementId: id }, { key: `send-announcement:${id}`, runAt: sendAt });
        const subject = { actorId: viewer.userId, subjectType: 'announcement', subjectId: id };
        await audit(tx, {
          action: 'announcement.create',
          ...subject,
          request,
          detail: { title: asked.title, target, by_mail: asked.byMail, by_push: asked.byPush },
        });
      });
      return { status: 201, body: await known(id) };
    },

    async cancelAnnouncement({ viewer, path: { announcementId: id }, request }) {
      requireAnnouncer(viewer);
      await db.transaction(async (tx) => {
        const { status } = await lockForAnnouncer(tx, viewer, id);
        if (status === 'cancelled') return;
        if (status === 'sent') throw new Problem(409, 'announcement_sent', 'This announcement was already sent to everyone.');
        await changeAnnouncement(tx, id, { status: 'cancelled', finishedAt: new Date() });
        await audit(tx, { action: 'announcement.cancel', actorId: viewer.userId, subjectType: 'announcement', subjectId: id, request });
      });
      return { status: 200, body: await known(id) };
    },

    async withdrawAnnouncement({ viewer, path: { announcementId: id }, request }) {
      requireAnnouncer(viewer);
      await db.transaction(async (tx) => {
        const { status, withdrawnAt, recipients } = await lockForAnnouncer(tx, viewer, id);
        if (withdrawnAt) return;
        if (status === 'scheduled' || (status === 'cancelled' && recipients === 0)) {
          throw new Problem(409, 'announcement_not_sent', 'This announcement hasn’t been sent yet.');
        }
        const now = new Date();
        // Stops sending to the remaining audience.
        await changeAnnouncement(tx, id, { withdrawnAt: now, ...(status === 'sending' && { status: 'cancelled', finishedAt: now }) });
        await withdrawMails(tx, [mailKeyOf(id, '')]);
        await withdrawPushes(tx, id);
        await notifyPeople(tx, recipientsOf(id));
        await audit(tx, { action: 'announcement.withdraw', actorId: viewer.userId, subjectType: 'announcement', subjectId: id, request });
      });
      return { status: 200, body: await known(id) };
    },

    async restoreAnnouncement({ viewer, path: { announcementId: id }, request }) {
      requireAnnouncer(viewer);
      await db.transaction(async (tx) => {
        if (!(await lockForAnnouncer(tx, viewer, id)).withdrawnAt) return;
        await changeAnnouncement(tx, id, { withdrawnAt: null });
        await notifyPeople(tx, recipientsOf(id));
        await audit(tx, { action: 'announcement.restore', actorId: viewer.userId, subjectType: 'announcement', subjectId: id, request });
      });
      return { status: 200, body: await known(id) };
    },
  } satisfies Partial<OperationsOf<'notifications'>>;
}

async function lockForAnnouncer(tx: Tx, viewer: Viewer, id: string) {
  requireAnnouncer(await lockPlatformRights(tx, viewer));
  const announcement = await lockAnnouncement(tx, id);
  if (!announcement) throw notFound('announcement');
  return announcement;
}

/**
 * The name of the targeted organization or event.
 * @throws {Problem} 422 if the target is missing or doesn’t exist
 */
async function requireTarget(db: Queryable, target: Schemas['AnnouncementTarget']): Promise<string | null> {
  const { kind, role, id } = target;
  const refuse = (field: string, message: string) =>
    new Problem(422, 'invalid_request', `The audience ${message}.`, { errors: [{ field: `body.target.${field}`, message }] });
  if (kind === 'role' && role === undefined) throw refuse('role', 'needs a role');
  if ((kind === 'organization' || kind === 'event') && id === undefined) throw refuse('id', `needs an ${kind}`);
  const name = await nameOfTarget(db, target);
  if (name === undefined) throw refuse('id', `names an ${kind} that doesn’t exist`);
  return name;
}

/** The user’s own notices. */
export function noticeCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listNotices({ viewer: { userId }, query: { cursor, limit } }) {
      const { rows, cursors } = await noticeOrder.page({ cursor, limit, sort: '-created_at' }, (range) =>
        listNoticeRows(db, userId, range),
      );
      const unread = await countUnread(db, userId);
      return { status: 200, body: { items: rows.map(presentNotice), next_cursor: cursors.next_cursor, unread } };
    },

    async markNoticesRead({ viewer: { userId }, body: { ids } }) {
      await db.transaction(async (tx) => {
        // The user’s other open pages show the notices too.
        if (await markRead(tx, userId, ids)) await notifyPerson(tx, userId);
      });
      return { status: 200, body: { unread: await countUnread(db, userId) } };
    },
  } satisfies Partial<OperationsOf<'notifications'>>;
}
