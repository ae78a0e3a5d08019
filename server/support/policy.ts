// Permissions on a ticket. Pure; denies by default. Source: docs/product.md, Billing, notifications, audit.
import type { components } from '#openapi/api.ts';
import type { Viewer } from '#server/viewer.ts';

export interface TicketFacts {
  userId: string;
}

const isOwn = (viewer: Viewer, { userId }: TicketFacts): boolean => viewer.userId === userId;

/** May read and answer all tickets: those who manage users. */
export function canAnswerTickets(viewer: Viewer): boolean {
  return viewer.permissions.all === true || viewer.permissions.manage_users === true;
}

export function canViewTicket(viewer: Viewer, ticket: TicketFacts): boolean {
  return isOwn(viewer, ticket) || canAnswerTickets(viewer);
}

export function canWriteToTicket(viewer: Viewer, ticket: TicketFacts): boolean {
  return canViewTicket(viewer, ticket);
}

/** Users may close and reopen their own tickets, but not mark them as answered. */
export function canSetTicketStatus(viewer: Viewer, ticket: TicketFacts, status: components['schemas']['TicketStatus']): boolean {
  return isOwn(viewer, ticket) ? status !== 'answered' : canAnswerTickets(viewer);
}

export function canMarkTicketRead(viewer: Viewer, ticket: TicketFacts): boolean {
  return isOwn(viewer, ticket);
}

export function canAddScreenshot(viewer: Viewer, ticket: TicketFacts): boolean {
  return isOwn(viewer, ticket);
}
