import type { FastifyRequest } from 'fastify';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { findRecipient } from '#server/notifications/repository.ts';
import { ticketAnsweredEmail } from '#server/support/emails.ts';
import { lockVisibleTicket } from '#server/support/operations/authorize.ts';
import { notifyOpenTicket } from '#server/support/operations/notify-open-ticket.ts';
import { canWriteToTicket } from '#server/support/policy.ts';
import { presentTicketMessage } from '#server/support/presenter.ts';
import {
  changeTicketStatus,
  findTicketMessage,
  insertTicketMessage,
  type NewTicketMessage,
  type TicketMessageRow,
  type TicketRow,
} from '#server/support/tickets-repository.ts';

const MOST_MESSAGES = 200;

export function ticketMessageCalls(deps: Deps, { countTicket }: Pick<RateLimits, 'countTicket'>) {
  const { db, config } = deps;

  async function tellByMail(tx: Tx, { id, userId }: TicketRow, answer: NewTicketMessage, request: FastifyRequest): Promise<void> {
    // A guest has no address: the answer stands in the app.
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
        if (before) return { status: 200, body: presentTicketMessage(requireSame(before, made)) };
        if (ticket.messagesCount >= MOST_MESSAGES)
          throw new Problem(409, 'ticket_full', 'This request has reached its message limit. Start a new one.');
        if (!isAnswer) countTicket(viewer.userId);
        const isNew = await insertTicketMessage(tx, made);
        const message = requireSame(await findTicketMessage(tx, made.id), made);
        if (!isNew) return { status: 200, body: presentTicketMessage(message) };
        await changeTicketStatus(tx, ticket.id, isAnswer ? 'answered' : 'open');
        if (isAnswer) await tellByMail(tx, ticket, made, request);
        else if (ticket.status !== 'open') await notifyOpenTicket(deps, tx, ticket, made.id, request);
        const subject = { subjectType: 'ticket', subjectId: ticket.id };
        await audit(tx, { action: isAnswer ? 'ticket.answer' : 'ticket.reply', actorId: viewer.userId, ...subject, request });
        return { status: 201, body: presentTicketMessage(message) };
      });
    },
  } satisfies Partial<OperationsOf<'support'>>;
}

/** @throws {Problem} 409 `message_differs` when the id is that of another message, wherever it stands */
function requireSame(found: TicketMessageRow | undefined, made: NewTicketMessage): TicketMessageRow {
  const isSame = found?.ticketId === made.ticketId && found.authorId === made.authorId && found.text === made.text;
  if (!found || !isSame) throw new Problem(409, 'message_differs', 'A different message has this ID. Use a new one.');
  return found;
}
