import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { lockVisibleTicket, requireVisibleTicket } from '#server/support/operations/authorize.ts';
import { notifyOpenTicket } from '#server/support/operations/notify-open-ticket.ts';
import { canAnswerTickets, canMarkTicketRead, canSetTicketStatus } from '#server/support/policy.ts';
import { presentTicket, presentTicketMessage } from '#server/support/presenter.ts';
import {
  changeTicketStatus,
  countTickets,
  findTicket,
  findTicketMessage,
  insertTicket,
  listTicketMessages,
  listTicketRows,
  markReadUntil,
  ticketOrder,
  type NewTicket,
  type TicketRow,
} from '#server/support/tickets-repository.ts';

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
      if (before) return { status: 200, body: presentTicket(requireSame(before, made)) };
      countTicket(viewer.userId);
      return db.transaction(async (tx) => {
        const isNew = await insertTicket(tx, made);
        const ticket = requireSame(await findTicket(tx, id), made);
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

/** @throws {Problem} 409 `ticket_differs` when the id is that of something else, of this person or another */
function requireSame(found: TicketRow | undefined, made: NewTicket): TicketRow {
  const isSame = found?.userId === made.userId && found.category === made.category && found.text === made.text;
  if (!found || !isSame) throw new Problem(409, 'ticket_differs', 'A different request has this ID. Use a new one.');
  return found;
}
