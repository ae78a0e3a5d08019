// What one wrote to the people who run the platform, and what they answered.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { growing } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { pictureForm } from '#src/transport/picture-form.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type Ticket = Schemas['Ticket'];
export type TicketMessage = Schemas['TicketMessage'];

/** One's own, and everybody's. */
export const TICKETS = ['help', 'tickets'] as const;
const PAGE_SIZE = 20;

/** One's own, last changed first. */
export const ownTicketsQuery = infiniteQueryOptions({
  queryKey: [...TICKETS, 'own'] as const,
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) };
    return unwrap(await api.GET('/api/v1/tickets', { params: { query }, signal }));
  },
  ...growing,
  // An answer that has just come shall not be missing.
  staleTime: 0,
  meta: { persist: true, anew: true },
});

const ofTicket = (ticketId: string) => ({ params: { path: { ticketId } } });

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS, 'one', ticketId] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/tickets/{ticketId}', { ...ofTicket(ticketId), signal })),
    staleTime: 0,
    meta: { persist: { among: 'tickets', most: 10 } },
  });

export const ticketsAreStale = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: TICKETS });

/** Sending it again makes no second one. */
export const createTicket = async (body: Schemas['CreateTicketRequest']): Promise<Ticket> =>
  unwrap(await api.POST('/api/v1/tickets', { body }));

export async function sendScreenshot(ticketId: string, file: Blob): Promise<Ticket> {
  return unwrap(await api.POST('/api/v1/tickets/{ticketId}/screenshot', { ...ofTicket(ticketId), ...pictureForm(file) }));
}

/** Sending it again adds nothing. */
export const addTicketMessage = async (ticketId: string, body: Schemas['AddTicketMessageRequest']): Promise<TicketMessage> =>
  unwrap(await api.POST('/api/v1/tickets/{ticketId}/messages', { ...ofTicket(ticketId), body }));

export const setTicketStatus = async (ticketId: string, status: Ticket['status']): Promise<Ticket> =>
  unwrap(await api.PUT('/api/v1/tickets/{ticketId}/status', { ...ofTicket(ticketId), body: { status } }));

export const markTicketRead = async (ticketId: string, message_id: string): Promise<Ticket> =>
  unwrap(await api.PUT('/api/v1/tickets/{ticketId}/read', { ...ofTicket(ticketId), body: { message_id } }));
