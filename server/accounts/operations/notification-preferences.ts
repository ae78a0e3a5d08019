import { audit } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { choicesOf, type Choice } from '#server/notifications/kinds.ts';
import { listMuted, setMuted } from '#server/notifications/repository.ts';
import type { Viewer } from '#server/viewer.ts';

const isSame = (one: Choice) => (other: Choice) =>
  one.kind === other.kind && one.organizationId === other.organizationId && one.channel === other.channel;

export function notificationPreferenceCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listNotifications({ viewer }) {
      return { status: 200, body: await describe(db, viewer) };
    },

    async setNotification({ viewer, body, request }) {
      const choice = { kind: body.kind, organizationId: body.organization_id, channel: body.channel ?? ('mail' as const) };
      if (!choicesOf(viewer).some(isSame(choice))) throw notFound('notification');
      await db.transaction(async (tx) => {
        await setMuted(tx, viewer.userId, choice, !body.is_on);
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        const detail = { kind: choice.kind, channel: choice.channel, is_on: body.is_on };
        const about = choice.organizationId === null ? {} : { organizationId: choice.organizationId };
        await audit(tx, { action: 'account.change_notifications', ...subject, ...about, detail, request });
      });
      return { status: 200, body: await describe(db, viewer) };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

async function describe(db: Queryable, viewer: Viewer) {
  const muted = await listMuted(db, viewer.userId);
  const items = choicesOf(viewer).map((choice) => ({
    kind: choice.kind,
    organization_id: choice.organizationId,
    channel: choice.channel,
    is_on: !muted.some(isSame(choice)),
  }));
  return { items };
}
