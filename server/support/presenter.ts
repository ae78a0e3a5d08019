import type { components } from '#openapi/api.ts';
import type { TicketMessageRow, TicketRow } from '#server/support/tickets-repository.ts';
import { fullName } from '#server/viewer.ts';

const EXCERPT = 160;

export function presentTicket(row: TicketRow): components['schemas']['Ticket'] {
  return {
    id: row.id,
    person: { id: row.userId, name: fullName(row.firstName, row.lastName), email: row.email },
    category: row.category,
    status: row.status,
    excerpt: excerptOf(row.text),
    messages_count: row.messagesCount,
    unread_answers: row.unreadAnswers,
    screenshot_url: row.hasScreenshot ? `/api/v1/tickets/${row.id}/screenshot` : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Cuts by characters, not UTF-16 units. */
function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const signs = Array.from(line);
  return signs.length > EXCERPT ? `${signs.slice(0, EXCERPT - 1).join('')}…` : line;
}

export function presentTicketMessage(row: TicketMessageRow): components['schemas']['TicketMessage'] {
  return {
    id: row.id,
    from: row.isAnswer ? 'support' : 'person',
    author: row.isAnswer ? row.firstName : fullName(row.firstName, row.lastName),
    text: row.text,
    created_at: row.createdAt.toISOString(),
  };
}
