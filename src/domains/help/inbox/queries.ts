// Everybody's requests, for those who answer them.
import { listTicketsParameters } from '#openapi/lists.ts';
import { TICKETS_KEY } from '#src/domains/help/requests/queries.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';

export type TicketSearch = ListSearch<typeof listTicketsParameters>;

const PAGE_SIZE = 50;

export const ticketInboxQuery = (search: TicketSearch) =>
  pagedQuery([...TICKETS_KEY, 'inbox'], toListQuery(listTicketsParameters, search), (query, signal) =>
    api.GET('/api/v1/tickets/inbox', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );
