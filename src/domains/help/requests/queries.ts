// What one wrote to the people who run the platform, and what they answered.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { imageForm } from '#src/transport/image-form.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type Ticket = Schemas['Ticket'];
export type TicketMessage = Schemas['TicketMessage'];

/** One's own, and everybody's. */
export const TICKETS_KEY = ['help', 'tickets'] as const;
const PAGE_SIZE = 20;

/** One's own, last changed first. */
export const ownTicketsQuery = infiniteQueryOptions({
  queryKey: [...TICKETS_KEY, 'own'] as const,
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) };
    return unwrap(await api.GET('/api/v1/tickets', { params: { query }, signal }));
  },
  ...cursorPagination,
  // An answer that has just come shall not be missing.
  staleTime: 0,
  meta: { persist: true, anew: true },
});

const ticketPath = (ticketId: string) => ({ params: { path: { ticketId } } });

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS_KEY, 'one', ticketId] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/tickets/{ticketId}', { ...ticketPath(ticketId), signal })),
    staleTime: 0,
    meta: { persist: { among: 'tickets', most: 10 } },
  });

export const invalidateTickets = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: TICKETS_KEY });

/** Sending it again makes no second one. */
export const createTicket = async (body: Schemas['CreateTicketRequest']): Promise<Ticket> =>
  unwrap(await api.POST('/api/v1/tickets', { body }));

export async function sendScreenshot(ticketId: string, file: Blob): Promise<Ticket> {
  return unwrap(await api.POST('/api/v1/tickets/{ticketId}/screenshot', { ...ticketPath(ticketId), ...imageForm(file) }));
}

/** Sending it again adds nothing. */
export const addTicketMessage = async (ticketId: string, body: Schemas['AddTicketMessageRequest']): Promise<TicketMessage> =>
  unwrap(await api.POST('/api/v1/tickets/{ticketId}/messages', { ...ticketPath(ticketId), body }));

export const setTicketStatus = async (ticketId: string, status: Ticket['status']): Promise<Ticket> =>
  unwrap(await api.PUT('/api/v1/tickets/{ticketId}/status', { ...ticketPath(ticketId), body: { status } }));

export const markTicketRead = async (ticketId: string, message_id: string): Promise<Ticket> =>
  unwrap(await api.PUT('/api/v1/tickets/{ticketId}/read', { ...ticketPath(ticketId), body: { message_id } }));
