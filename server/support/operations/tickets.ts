// Support tickets: their messages, status and screenshots.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { audit } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import { findRecipient } from '#server/notifications/repository.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';
import { ticketAnsweredEmail, ticketOpenEmail } from '#server/support/emails.ts';
import {
  canAddScreenshot,
  canAnswerTickets,
  canMarkTicketRead,
  canSetTicketStatus,
  canViewTicket,
  canWriteToTicket,
} from '#server/support/policy.ts';
import { presentTicket, presentTicketMessage } from '#server/support/presenter.ts';
import {
  changeTicketStatus,
  countTickets,
  findScreenshot,
  findTicket,
  findTicketMessage,
  insertTicket,
  insertTicketMessage,
  listTicketMessages,
  listTicketRows,
  lockTicket,
  markReadUntil,
  type NewTicket,
  type NewTicketMessage,
  putScreenshot,
  type TicketMessageRow,
  ticketOrder,
  type TicketRow,
} from '#server/support/tickets-repository.ts';
import type { Viewer } from '#server/viewer.ts';

export function ticketCalls(deps: Deps, { countTicket }: Pick<RateLimits, 'countTicket'>) {
  const { db } = deps;
  return {
    async listOwnTickets({ viewer, query }) {
      const filter = { userId: viewer.userId };
      const { rows, cursors } = await ticketOrder.page({ sort: '-updated_at', ...query }, (range) => listTicketRows(db, filter, range));
      return { status: 200, body: { items: rows.map(presentTicket), ...cursors } };
    },

    async listTickets({ viewer, query }) {
      if (!canAnswerTickets(viewer)) throw forbidden('Only people who manage the platform’s users can do this.');
      const { q, status, category, sort = 'waiting', ...page } = query;
      const filter = { q, status, category };
      const { rows, cursors } = await ticketOrder.page({ ...page, sort }, (range) => listTicketRows(db, filter, range));
      return { status: 200, body: { items: rows.map(presentTicket), ...cursors, ...(await countTickets(db, filter)) } };
    },

    async getTicket({ viewer, path }) {
      const ticket = await requireVisibleTicket(db, path.ticketId, viewer);
      const messages = await listTicketMessages(db, ticket.id);
      const { diagnostics } = ticket;
      return { status: 200, body: { ticket: presentTicket(ticket), diagnostics, messages: messages.map(presentTicketMessage) } };
    },

    async createTicket({ viewer, body, request }) {
      const { id, category, message, diagnostics = null } = body;
      const made: NewTicket = { id, userId: viewer.userId, category, text: message.trim(), diagnostics };
      const before = await findTicket(db, id);
      if (before) return { status: 200, body: presentTicket(requireSameTicket(before, made)) };
      await countTicket(viewer.userId);
      return db.transaction(async (tx) => {
        const isNew = await insertTicket(tx, made);
        const ticket = requireSameTicket(await findTicket(tx, id), made);
        if (!isNew) return { status: 200, body: presentTicket(ticket) };
        const subject = { subjectType: 'ticket', subjectId: id };
        await audit(tx, { action: 'ticket.create', actorId: viewer.userId, ...subject, request, detail: { category } });
        await notifyOpenTicket(deps, tx, made, id, request);
        return { status: 201, body: presentTicket(ticket) };
      });
    },

    async setTicketStatus({ viewer, path, body, request }) {
      const ticket = await db.transaction(async (tx) => {
        const before = await lockVisibleTicket(tx, path.ticketId, viewer);
        if (!canSetTicketStatus(viewer, before, body.status)) throw forbidden('Someone else has to mark your own request as answered.');
        if (before.status === body.status) return before;
        await changeTicketStatus(tx, before.id, body.status);
        const subject = { subjectType: 'ticket', subjectId: before.id };
        const detail = { from: before.status, to: body.status };
        await audit(tx, { action: 'ticket.change_status', actorId: viewer.userId, ...subject, request, detail });
        return requireVisibleTicket(tx, before.id, viewer);
      });
      return { status: 200, body: presentTicket(ticket) };
    },

    async markTicketRead({ viewer, path, body }) {
      const ticket = await requireVisibleTicket(db, path.ticketId, viewer);
      if (!canMarkTicketRead(viewer, ticket)) throw forbidden('Only the person who wrote this request can mark its answers as read.');
      const message = await findTicketMessage(db, body.message_id);
      if (message?.ticketId !== ticket.id) throw notFound('message');
      await markReadUntil(db, ticket.id, message.createdAt);
      return { status: 200, body: presentTicket(await requireVisibleTicket(db, ticket.id, viewer)) };
    },
  } satisfies Partial<OperationsOf<'support'>>;
}

/** @throws {Problem} 409 `ticket_differs` if another ticket has this id */
function requireSameTicket(found: TicketRow | undefined, made: NewTicket): TicketRow {
  const isSame = found?.userId === made.userId && found.category === made.category && found.text === made.text;
  if (!found || !isSame) throw new Problem(409, 'ticket_differs', 'A different request has this ID. Use a new one.');
  return found;
}

const MOST_MESSAGES = 200;

export function ticketMessageCalls(deps: Deps, { countTicket }: Pick<RateLimits, 'countTicket'>) {
  const { db, config } = deps;

  async function emailAnswer(tx: Tx, { id, userId }: TicketRow, answer: NewTicketMessage, request: FastifyRequest): Promise<void> {
    // A guest has no address, and reads the answer in the app.
    const recipient = await findRecipient(tx, userId, { kind: 'support_answers', organizationId: null });
    if (!recipient) return;
    const url = appLink(config, `/dashboard/feedback-support?ticket=${id}`, ownPort(request, deps));
    await queueMail(deps, tx, { key: `ticket-answer:${answer.id}`, to: recipient.email, content: ticketAnsweredEmail(answer.text, url) });
  }

  return {
    async addTicketMessage({ viewer, path, body, request }) {
      return db.transaction(async (tx) => {
        const ticket = await lockVisibleTicket(tx, path.ticketId, viewer);
        if (!canWriteToTicket(viewer, ticket)) throw forbidden();
        const isAnswer = ticket.userId !== viewer.userId;
        const made = { id: body.id, ticketId: ticket.id, authorId: viewer.userId, isAnswer, text: body.text.trim() };
        const before = await findTicketMessage(tx, made.id);
        if (before) return { status: 200, body: presentTicketMessage(requireSameMessage(before, made)) };
        if (ticket.messagesCount >= MOST_MESSAGES)
          throw new Problem(409, 'ticket_full', 'This request has reached its message limit. Start a new one.');
        if (!isAnswer) await countTicket(viewer.userId, tx);
        const isNew = await insertTicketMessage(tx, made);
        const message = requireSameMessage(await findTicketMessage(tx, made.id), made);
        if (!isNew) return { status: 200, body: presentTicketMessage(message) };
        await changeTicketStatus(tx, ticket.id, isAnswer ? 'answered' : 'open');
        if (isAnswer) await emailAnswer(tx, ticket, made, request);
        else if (ticket.status !== 'open') await notifyOpenTicket(deps, tx, ticket, made.id, request);
        const subject = { subjectType: 'ticket', subjectId: ticket.id };
        await audit(tx, { action: isAnswer ? 'ticket.answer' : 'ticket.reply', actorId: viewer.userId, ...subject, request });
        return { status: 201, body: presentTicketMessage(message) };
      });
    },
  } satisfies Partial<OperationsOf<'support'>>;
}

/** @throws {Problem} 409 `message_differs` if another message has this id */
function requireSameMessage(found: TicketMessageRow | undefined, made: NewTicketMessage): TicketMessageRow {
  const isSame = found?.ticketId === made.ticketId && found.authorId === made.authorId && found.text === made.text;
  if (!found || !isSame) throw new Problem(409, 'message_differs', 'A different message has this ID. Use a new one.');
  return found;
}

/** Renders pictures in the worker processes that photos use. */
export interface ScreenshotMaker {
  /** Converts any picture to a JPEG large enough to read. */
  previewOf(bytes: Buffer): Promise<Buffer>;
}

export function screenshotCalls({ db }: Deps, { countTicket }: Pick<RateLimits, 'countTicket'>, pictures: ScreenshotMaker) {
  return {
    async uploadTicketScreenshot({ viewer, path, body, request }) {
      // Checked before the expensive rendering.
      const asked = await requireVisibleTicket(db, path.ticketId, viewer);
      if (!canAddScreenshot(viewer, asked)) throw forbidden('Only the person who wrote this request can add a screenshot.');
      await countTicket(viewer.userId);
      const jpeg = await pictures.previewOf(body.file);
      const ticket = await db.transaction(async (tx) => {
        const { id } = await lockVisibleTicket(tx, path.ticketId, viewer);
        await putScreenshot(tx, id, jpeg);
        await audit(tx, { action: 'ticket.add_screenshot', actorId: viewer.userId, subjectType: 'ticket', subjectId: id, request });
        return requireVisibleTicket(tx, id, viewer);
      });
      return { status: 200, body: presentTicket(ticket) };
    },

    async getTicketScreenshot({ viewer, path }) {
      const { id } = await requireVisibleTicket(db, path.ticketId, viewer);
      const jpeg = await findScreenshot(db, id);
      if (!jpeg) throw notFound('screenshot');
      const headers = { 'content-type': 'image/jpeg', 'content-length': String(jpeg.length), 'x-content-type-options': 'nosniff' };
      return { status: 200, stream: Readable.from([jpeg]), headers };
    },
  } satisfies Partial<OperationsOf<'support'>>;
}

/** @param messageId the request itself, or a reply */
async function notifyOpenTicket(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  messageId: string,
  request: FastifyRequest,
): Promise<void> {
  const isReply = messageId !== id;
  const asked = {
    kind: 'support_requests' as const,
    key: `ticket-waits:${messageId}`,
    link: `/super-admin/users?tab=tickets&ticket=${id}`,
    body: isReply ? 'The person replied.' : 'Read and answer it.',
    email: (url: string) => ticketOpenEmail(isReply, url),
    askedBy: userId,
  };
  await notifySuperAdmins(deps, tx, asked, request);
}

/** @throws {Problem} 404, also if the ticket belongs to another user */
async function requireVisibleTicket(db: Queryable, id: string, viewer: Viewer): Promise<TicketRow> {
  const ticket = await findTicket(db, id);
  if (!ticket || !canViewTicket(viewer, ticket)) throw notFound('request');
  return ticket;
}

/** The same, locked until the transaction ends. */
async function lockVisibleTicket(tx: Tx, id: string, viewer: Viewer): Promise<TicketRow> {
  await lockTicket(tx, id);
  return requireVisibleTicket(tx, id, await lockPlatformRights(tx, viewer));
}
