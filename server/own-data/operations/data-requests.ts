// What super administrators do about what people ask of their data: docs/decisions/036.
import type { FastifyRequest } from 'fastify';
import { canAnswerDataRequest, canHandleDataRequests } from '#server/accounts/policy.ts';
import { findPlatformUser, lockUsers } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { deleteAccount } from '#server/own-data/account-deletion.ts';
import {
  countDataRequests,
  dataRequestOrder,
  findDataRequest,
  insertDataRequest,
  listDataRequestRows,
  lockDataRequest,
  settleDataRequest,
  type DataRequestRow,
} from '#server/own-data/data-requests-repository.ts';
import { exportAfterLoginEmail, exportLinkEmail, dataRequestDeclinedEmail } from '#server/own-data/emails.ts';
import {
  receivedMailKey,
  validateDataRequest,
  requestReceivedEmail,
  requestAlreadyOpen,
  ownDataLink,
  requestAnswered,
} from '#server/own-data/operations/request-rules.ts';
import { presentDataRequest } from '#server/own-data/presenter.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import type { Viewer } from '#server/viewer.ts';

const DAY_MS = 86_400_000;
const LINK_MS = 7 * DAY_MS;
/** Somewhere the day has begun that UTC has not reached. */
const AHEAD_MS = DAY_MS;

interface AnswerCall {
  viewer: Viewer;
  path: { requestId: string };
  request: FastifyRequest;
}

export function requestCalls(deps: Deps, { countMailsTo }: Pick<RateLimits, 'countMailsTo'>) {
  const { db, config } = deps;

  /** Answers what is open, once. @returns the request as it is then */
  async function answer(
    { viewer, path, request }: AnswerCall,
    act: (tx: Tx, row: DataRequestRow, request: FastifyRequest) => Promise<void>,
  ) {
    requireHandler(viewer);
    const row = await db.transaction(async (tx) => {
      const asked = await findDataRequest(tx, path.requestId);
      if (!asked) throw notFound('request');
      // The people first, as whoever deletes their own account holds themselves before what they asked for.
      await lockHandler(tx, viewer, asked.userId);
      await lockDataRequest(tx, asked.id);
      const held = await findDataRequest(tx, asked.id);
      if (held?.status !== 'open') throw requestAnswered();
      if (!canAnswerDataRequest(viewer, held)) throw forbidden('Another super admin has to answer your own request.');
      await act(tx, held, request);
      return findDataRequest(tx, asked.id);
    });
    if (!row) throw new Error('a request vanished while it was held');
    return { status: 200 as const, body: presentDataRequest(row, viewer) };
  }

  return {
    async listDataRequests({ viewer, query }) {
      requireHandler(viewer);
      const { q, kind, status, sort = 'waiting', ...page } = query;
      const filter = { q, kind, status };
      const { rows, cursors } = await dataRequestOrder.page({ ...page, sort }, (range) => listDataRequestRows(db, filter, range));
      const items = rows.map((row) => presentDataRequest(row, viewer));
      return { status: 200, body: { items, ...cursors, total: await countDataRequests(db, filter) } };
    },

    async recordDataRequest({ viewer, body, request }) {
      requireHandler(viewer);
      const askedAt = dayOf(body.received_on);
      const row = await db.transaction(async (tx) => {
        await lockHandler(tx, viewer, body.user_id);
        const person = await findPlatformUser(tx, body.user_id);
        if (!person) throw notFound('person');
        const asked = validateDataRequest(body, person.email);
        const id = await insertDataRequest(tx, { ...asked, userId: person.id, recordedBy: viewer.userId, askedAt });
        if (id === undefined) throw requestAlreadyOpen();
        if (asked.replyTo !== null) countMailsTo([asked.replyTo], { senderId: viewer.userId });
        const detail = { data_request: id, kind: asked.kind };
        await audit(tx, { action: 'account.record_data_request', ...auditSubject(viewer, person.id), request, detail });
        const to = person.email ?? asked.replyTo;
        const content = requestReceivedEmail(deps, request, asked.kind, true);
        if (to !== null) await queueMail(deps, tx, { key: receivedMailKey(id), to, content });
        return findDataRequest(tx, id);
      });
      if (!row) throw new Error('a request vanished while its person was held');
      return { status: 201, body: presentDataRequest(row, viewer) };
    },

    sendDataExport: (call) =>
      answer(call, async (tx, row, request) => {
        requireKind(row, 'export');
        const { person, id } = row;
        const to = addressOf(row);
        const byLink = call.body.access === 'link';
        if (!byLink && (person.email === null || person.disabledAt !== null))
          throw new Problem(409, 'cannot_log_in', 'They can’t log in. Send them a link without login instead.');
        const detail = { data_request: id, access: call.body.access };
        await audit(tx, { action: 'account.send_export', ...auditSubject(call.viewer, row.userId), request, detail });
        const settledBy = call.viewer.userId;
        const key = `data-export:${id}`;
        if (!byLink) {
          await settleDataRequest(tx, id, 'done', { settledBy });
          return queueMail(deps, tx, { key, to, content: exportAfterLoginEmail(ownDataLink(deps, request)), isRateLimited: true });
        }
        const token = newSecret();
        const expiresAt = new Date(Date.now() + LINK_MS);
        await settleDataRequest(tx, id, 'done', { settledBy, tokenHash: hashSecret(token), linkExpiresAt: expiresAt });
        const content = exportLinkEmail(appLink(config, `/?your_data=${token}`, ownPort(request, deps)));
        return queueMail(deps, tx, { key, to, content, validUntil: expiresAt, isRateLimited: true });
      }),

    deleteRequestedAccount: (call) =>
      answer(call, async (tx, row, request) => {
        requireKind(row, 'deletion');
        const { viewer, body } = call;
        await settleDataRequest(tx, row.id, 'done', { settledBy: viewer.userId });
        const { userId, person, id: dataRequestId } = row;
        const mailTo = person.email ?? row.replyTo;
        await deleteAccount(deps, tx, { userId, mailTo, photos: body.photos, actorId: viewer.userId, dataRequestId, request });
      }),

    declineDataRequest: (call) =>
      answer(call, async (tx, row, request) => {
        const reason = call.body.reason.trim();
        await settleDataRequest(tx, row.id, 'declined', { settledBy: call.viewer.userId, answer: reason });
        const detail = { data_request: row.id, kind: row.kind };
        await audit(tx, { action: 'account.decline_data_request', ...auditSubject(call.viewer, row.userId), request, detail });
        const content = dataRequestDeclinedEmail(row.kind, reason);
        await queueMail(deps, tx, { key: `data-request-declined:${row.id}`, to: addressOf(row), content, isRateLimited: true });
      }),
  } satisfies Partial<OperationsOf<'own-data'>>;
}

function requireHandler(viewer: Viewer): void {
  if (!canHandleDataRequests(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
}

/** Holds both; who asks is to be a super administrator still. */
async function lockHandler(tx: Tx, viewer: Viewer, userId: string): Promise<void> {
  const superAdmins = await lockUsers(tx, [viewer.userId, userId]);
  if (!superAdmins.includes(viewer.userId)) throw forbidden(ONLY_SUPER_ADMINS);
}

function requireKind(row: DataRequestRow, kind: DataRequestRow['kind']): void {
  if (row.kind !== kind) throw new Problem(409, 'request_differs', 'This isn’t what they requested.');
}

/** A guest has said where to answer. */
function addressOf({ person, replyTo }: DataRequestRow): string {
  const to = person.email ?? replyTo;
  if (to === null) throw new Error('a request without an address to answer to');
  return to;
}

/** @throws {Problem} 422 for a day to come, and for none */
function dayOf(day: string): Date {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  if (at <= Date.now() + AHEAD_MS) return new Date(Math.min(at, Date.now()));
  const message = 'must not be in the future';
  throw new Problem(422, 'invalid_request', `The day ${message}.`, { errors: [{ field: 'body.received_on', message }] });
}

const auditSubject = (viewer: Viewer, subjectId: string) => ({ actorId: viewer.userId, subjectType: 'user', subjectId });
