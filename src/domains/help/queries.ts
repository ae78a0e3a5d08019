// Support tickets: one's own requests, and the inbox of platform admins.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listTicketsParameters } from '#openapi/lists.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { defineList } from '#src/shell/define-list.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { call } from '#src/transport/call.ts';
import { api } from '#src/transport/client.ts';
import { imageForm } from '#src/transport/image-form.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type Ticket = Schemas['Ticket'];
type TicketMessage = Schemas['TicketMessage'];

/** Prefix of own tickets and the inbox. */
const TICKETS_KEY = ['help', 'tickets'] as const;
const PAGE_SIZE = 20;

/** Own tickets, last updated first. */
export const ownTicketsQuery = infiniteQueryOptions({
  queryKey: [...TICKETS_KEY, 'own'] as const,
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) };
    return call('GET /api/v1/tickets', { query, signal });
  },
  ...cursorPagination,
  // Always shows the latest answers.
  staleTime: 0,
  meta: { persist: true, anew: true },
});

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS_KEY, 'one', ticketId] as const,
    queryFn: ({ signal }) => call('GET /api/v1/tickets/{ticketId}', { path: { ticketId }, signal }),
    staleTime: 0,
    meta: { persist: { among: 'tickets', most: 10 } },
  });

export const invalidateTickets = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: TICKETS_KEY });

/** Idempotent by the id in `body`. */
export const createTicket = (body: Schemas['CreateTicketRequest']): Promise<Ticket> => call('POST /api/v1/tickets', { body });

export async function sendScreenshot(ticketId: string, file: Blob): Promise<Ticket> {
  return unwrap(await api.POST('/api/v1/tickets/{ticketId}/screenshot', { params: { path: { ticketId } }, ...imageForm(file) }));
}

/** Idempotent by the id in `body`. */
export const addTicketMessage = (ticketId: string, body: Schemas['AddTicketMessageRequest']): Promise<TicketMessage> =>
  call('POST /api/v1/tickets/{ticketId}/messages', { path: { ticketId }, body });

export const setTicketStatus = (ticketId: string, status: Ticket['status']): Promise<Ticket> =>
  call('PUT /api/v1/tickets/{ticketId}/status', { path: { ticketId }, body: { status } });

export const markTicketRead = (ticketId: string, message_id: string): Promise<Ticket> =>
  call('PUT /api/v1/tickets/{ticketId}/read', { path: { ticketId }, body: { message_id } });

export type TicketSearch = ListSearch<typeof listTicketsParameters>;

export const ticketInbox = defineList('/api/v1/tickets/inbox', listTicketsParameters, {
  key: [...TICKETS_KEY, 'inbox'],
  keyOf: ({ id }) => id,
});
