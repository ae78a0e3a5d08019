// Data requests: users ask for a copy or for deletion, super admins answer (docs/decisions/036).
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { canAnswerDataRequest, canHandleDataRequests } from '#server/accounts/policy.ts';
import { findPlatformUser, lockUsers } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { withdrawMails } from '#server/mail/mails-repository.ts';
import { afterUndoWindow, queueMail } from '#server/mail/queue.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import { lockActiveUser } from '#server/organizations/repository.ts';
import { deleteAccount } from '#server/own-data/account-deletion.ts';
import {
  countDataRequests,
  dataRequestOrder,
  type DataRequestRow,
  findDataRequest,
  insertDataRequest,
  listDataRequestRows,
  listDataRequestsOf,
  lockDataRequest,
  settleDataRequest,
  withdrawOpenDataRequests,
} from '#server/own-data/data-requests-repository.ts';
import {
  dataRequestDeclinedEmail,
  dataRequestOpenEmail,
  dataRequestReceivedEmail,
  dataRequestWithdrawnEmail,
  exportAfterLoginEmail,
  exportLinkEmail,
} from '#server/own-data/emails.ts';
import { presentDataRequest, presentOwnDataRequest } from '#server/own-data/presenter.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import type { Viewer } from '#server/viewer.ts';

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
        await countTicket(userId, tx);
        // A guest may enter any address.
        if (asked.replyTo !== null) await countMailsTo([asked.replyTo], { senderId: userId }, tx);
        const subject = { actorId: userId, subjectType: 'user', subjectId: userId };
        await audit(tx, { action: 'account.ask_for_data', ...subject, request, detail: { data_request: id, kind: asked.kind } });
        const to = email ?? asked.replyTo;
        const content = requestReceivedEmail(deps, request, asked.kind, false);
        if (to !== null) await queueMail(deps, tx, { key: receivedMailKey(id), to, content }, afterUndoWindow());
        const waiting = {
          kind: 'data_requests' as const,
          key: openRequestMailKey(id),
          // Links to the list of all requests, as this one may be withdrawn.
          link: '/super-admin/users?tab=data-requests',
          body: 'Answer it within a month.',
          email: (url: string) => dataRequestOpenEmail(asked.kind, url),
          askedBy: userId,
        };
        await notifySuperAdmins(deps, tx, waiting, request, afterUndoWindow());
        return findDataRequest(tx, id);
      });
      if (!row) throw new Error('the data request disappeared while its user was locked');
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
        // If the confirmation was never sent, no mail about the withdrawal is needed.
        await withdrawMails(tx, [openRequestMailKey(found.id)]);
        const unsent = await withdrawMails(tx, [receivedMailKey(found.id)]);
        if (to !== null && unsent.length === 0)
          await queueMail(deps, tx, { key: `data-request-withdrawn:${found.id}`, to, content: dataRequestWithdrawnEmail(found.kind) });
        return findDataRequest(tx, found.id);
      });
      if (!row) throw new Error('the data request disappeared while its user was locked');
      return { status: 200, body: presentOwnDataRequest(row) };
    },
  } satisfies Partial<OperationsOf<'own-data'>>;
}

const DAY_MS = 86_400_000;

const LINK_MS = 7 * DAY_MS;

/** Time zones ahead of UTC. */
const AHEAD_MS = DAY_MS;

interface AnswerCall {
  viewer: Viewer;
  path: { requestId: string };
  request: FastifyRequest;
}

export function requestCalls(deps: Deps, { countMailsTo }: Pick<RateLimits, 'countMailsTo'>) {
  const { db, config } = deps;

  /** Answers an open request once. @returns the updated request */
  async function answer(
    { viewer, path, request }: AnswerCall,
    act: (tx: Tx, row: DataRequestRow, request: FastifyRequest) => Promise<void>,
  ) {
    requireHandler(viewer);
    const row = await db.transaction(async (tx) => {
      const asked = await findDataRequest(tx, path.requestId);
      if (!asked) throw notFound('request');
      // Lock order: users before data requests, as in account deletion.
      await lockHandler(tx, viewer, asked.userId);
      await lockDataRequest(tx, asked.id);
      const open = await findDataRequest(tx, asked.id);
      if (open?.status !== 'open') throw requestAnswered();
      if (!canAnswerDataRequest(viewer, open)) throw forbidden('Another super admin has to answer your own request.');
      await act(tx, open, request);
      return findDataRequest(tx, asked.id);
    });
    if (!row) throw new Error('the data request disappeared while it was locked');
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
        if (asked.replyTo !== null) await countMailsTo([asked.replyTo], { senderId: viewer.userId }, tx);
        const detail = { data_request: id, kind: asked.kind };
        await audit(tx, { action: 'account.record_data_request', ...auditSubject(viewer, person.id), request, detail });
        const to = person.email ?? asked.replyTo;
        const content = requestReceivedEmail(deps, request, asked.kind, true);
        if (to !== null) await queueMail(deps, tx, { key: receivedMailKey(id), to, content });
        return findDataRequest(tx, id);
      });
      if (!row) throw new Error('the data request disappeared while its user was locked');
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

/** Locks both users. @throws {Problem} 403 if the viewer is no longer a super admin */
async function lockHandler(tx: Tx, viewer: Viewer, userId: string): Promise<void> {
  const superAdmins = await lockUsers(tx, [viewer.userId, userId]);
  if (!superAdmins.includes(viewer.userId)) throw forbidden(ONLY_SUPER_ADMINS);
}

function requireKind(row: DataRequestRow, kind: DataRequestRow['kind']): void {
  if (row.kind !== kind) throw new Problem(409, 'request_differs', 'This doesn’t match the kind of request.');
}

/** Guests have to give an address. */
function addressOf({ person, replyTo }: DataRequestRow): string {
  const to = person.email ?? replyTo;
  if (to === null) throw new Error('the data request has no address to answer to');
  return to;
}

/** @throws {Problem} 422 if the day is invalid or in the future */
function dayOf(day: string): Date {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  if (at <= Date.now() + AHEAD_MS) return new Date(Math.min(at, Date.now()));
  const message = 'must not be in the future';
  throw new Problem(422, 'invalid_request', `The day ${message}.`, { errors: [{ field: 'body.received_on', message }] });
}

const auditSubject = (viewer: Viewer, subjectId: string) => ({ actorId: viewer.userId, subjectType: 'user', subjectId });

type Schemas = components['schemas'];

const missing = (field: string, message: string) =>
  new Problem(422, 'invalid_request', `The request is incomplete: ${field} ${message}.`, { errors: [{ field: `body.${field}`, message }] });

/**
 * @param email of the user, or null for a guest
 * @throws {Problem} 422 if a deletion lacks the choice for photos, or a guest’s request lacks an address
 */
function validateDataRequest({ kind, photos, note = '', reply_to: replyTo }: Schemas['AskForDataRequest'], email: string | null) {
  if (kind === 'deletion' && photos === undefined) throw missing('photos', 'is needed for a deletion');
  if (email === null && replyTo === undefined) throw missing('reply_to', 'is needed of a guest');
  return {
    kind,
    photos: kind === 'deletion' ? (photos ?? null) : null,
    note: note.trim(),
    // An account’s data is only sent to its own address.
    replyTo: email === null && replyTo !== undefined ? normalizeEmail(replyTo) : null,
  };
}

/** Key of the confirmation mail. */
const receivedMailKey = (id: string): string => `data-request-asked:${id}`;

/** Key of the mails to super admins. */
const openRequestMailKey = (id: string): string => `data-request-waits:${id}`;

/** Link to the user’s data in the app. */
const ownDataLink = (deps: Deps, request: FastifyRequest): string =>
  appLink(deps.config, '/dashboard/settings?tab=data', ownPort(request, deps));

const requestReceivedEmail = (deps: Deps, request: FastifyRequest, kind: Schemas['DataRequestKind'], isOurs: boolean) =>
  dataRequestReceivedEmail(kind, ownDataLink(deps, request), isOurs);

/**
 * Withdraws the account’s own requests at the first proof of its address (accounts/operations/email.ts). Requests recorded by a super
 * admin stay.
 */
export async function withdrawOwnRequests(tx: Tx, userId: string): Promise<number> {
  const ids = await withdrawOpenDataRequests(tx, userId);
  await withdrawMails(tx, [...ids.map(receivedMailKey), ...ids.map(openRequestMailKey)]);
  return ids.length;
}

const requestAlreadyOpen = () =>
  new Problem(409, 'already_asked', 'There’s already an open request of this kind. Wait for an answer, or withdraw it.');

const requestAnswered = () => new Problem(409, 'request_answered', 'This request has already been answered or withdrawn.');
