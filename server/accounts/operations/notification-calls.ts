import { audit } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { notificationsFor, type Notification } from '#server/notifications/kinds.ts';
import { listMuted, setMuted } from '#server/notifications/repository.ts';
import type { Viewer } from '#server/viewer.ts';

const isSame = (one: Notification) => (other: Notification) => one.kind === other.kind && one.organizationId === other.organizationId;

export function notificationCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listNotifications({ viewer }) {
      return { status: 200, body: await describe(db, viewer) };
    },

    async setNotification({ viewer, body, request }) {
      const mail = { kind: body.kind, organizationId: body.organization_id };
      if (!notificationsFor(viewer).some(isSame(mail))) throw notFound('notification');
      await db.transaction(async (tx) => {
        await setMuted(tx, viewer.userId, mail, !body.is_on);
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        const detail = { kind: mail.kind, is_on: body.is_on };
        const about = mail.organizationId === null ? {} : { organizationId: mail.organizationId };
        await audit(tx, { action: 'account.change_notifications', ...subject, ...about, detail, request });
      });
      return { status: 200, body: await describe(db, viewer) };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

async function describe(db: Queryable, viewer: Viewer) {
  const muted = await listMuted(db, viewer.userId);
  const items = notificationsFor(viewer).map((mail) => ({
    kind: mail.kind,
    organization_id: mail.organizationId,
    is_on: !muted.some(isSame(mail)),
  }));
  return { items };
}
