// What a person asks the platform to do with their data, and withdraws: docs/decisions/036.
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { afterUndoWindow, queueMail, withdrawMails } from '#server/mail/queue.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import { lockActiveUser } from '#server/organizations/repository.ts';
import {
  findDataRequest,
  insertDataRequest,
  listDataRequestsOf,
  lockDataRequest,
  settleDataRequest,
} from '#server/own-data/data-requests-repository.ts';
import { dataRequestOpenEmail, dataRequestWithdrawnEmail } from '#server/own-data/emails.ts';
import {
  receivedMailKey,
  validateDataRequest,
  requestReceivedEmail,
  requestAlreadyOpen,
  requestAnswered,
  openRequestMailKey,
} from '#server/own-data/operations/request-rules.ts';
import { presentOwnDataRequest } from '#server/own-data/presenter.ts';

const MOST_SHOWN = 50;

export function ownRequestCalls(deps: Deps, { countTicket, countMailsTo }: Pick<RateLimits, 'countTicket' | 'countMailsTo'>) {
  const { db } = deps;
  return {
    async listOwnDataRequests({ viewer }) {
      const rows = await listDataRequestsOf(db, viewer.userId, MOST_SHOWN);
      return { status: 200, body: { items: rows.map(presentOwnDataRequest) } };
    },

    async askForData({ viewer, body, request }) {
      const { userId, email } = viewer;
      const asked = validateDataRequest(body, email);
      const row = await db.transaction(async (tx) => {
        await lockActiveUser(tx, userId);
        const id = await insertDataRequest(tx, { ...asked, userId });
        if (id === undefined) throw requestAlreadyOpen();
        countTicket(userId);
        // Of a guest: anybody's address.
        if (asked.replyTo !== null) countMailsTo([asked.replyTo], { senderId: userId });
        const subject = { actorId: userId, subjectType: 'user', subjectId: userId };
        await audit(tx, { action: 'account.ask_for_data', ...subject, request, detail: { data_request: id, kind: asked.kind } });
        const to = email ?? asked.replyTo;
        const content = requestReceivedEmail(deps, request, asked.kind, false);
        if (to !== null) await queueMail(deps, tx, { key: receivedMailKey(id), to, content }, afterUndoWindow());
        const waiting = {
          kind: 'data_requests' as const,
          key: openRequestMailKey(id),
          // All of them, open ones first: it may be withdrawn meanwhile.
          link: '/super-admin/users?tab=data-requests',
          body: 'Answer it within a month.',
          email: (url: string) => dataRequestOpenEmail(asked.kind, url),
          askedBy: userId,
        };
        await notifySuperAdmins(deps, tx, waiting, request, afterUndoWindow());
        return findDataRequest(tx, id);
      });
      if (!row) throw new Error('a request vanished while its person was held');
      return { status: 201, body: presentOwnDataRequest(row) };
    },

    async withdrawDataRequest({ viewer, path, request }) {
      const { userId, email } = viewer;
      const row = await db.transaction(async (tx) => {
        await lockActiveUser(tx, userId);
        await lockDataRequest(tx, path.requestId);
        const found = await findDataRequest(tx, path.requestId, userId);
        if (!found) throw notFound('request');
        if (found.status === 'withdrawn') return found;
        if (found.status !== 'open') throw requestAnswered();
        await settleDataRequest(tx, found.id, 'withdrawn');
        const subject = { actorId: userId, subjectType: 'user', subjectId: userId };
        const detail = { data_request: found.id, kind: found.kind };
        await audit(tx, { action: 'account.withdraw_data_request', ...subject, request, detail });
        const to = email ?? found.replyTo;
        // Who was not written yet that it came is not written that it went.
        await withdrawMails(tx, [openRequestMailKey(found.id)]);
        const unsent = await withdrawMails(tx, [receivedMailKey(found.id)]);
        if (to !== null && unsent.length === 0)
          await queueMail(deps, tx, { key: `data-request-withdrawn:${found.id}`, to, content: dataRequestWithdrawnEmail(found.kind) });
        return findDataRequest(tx, found.id);
      });
      if (!row) throw new Error('a request vanished while its person was held');
      return { status: 200, body: presentOwnDataRequest(row) };
    },
  } satisfies Partial<OperationsOf<'own-data'>>;
}
