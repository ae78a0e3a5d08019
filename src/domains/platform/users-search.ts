// The address of User Management: one of its lists, with what that list is asked for.
import { listTicketsParameters } from '#openapi/lists.ts';
import { parseListSearch, searchKeys, type ListSearch } from '#src/lib/list-search.ts';
import { searchOf } from '#src/lib/search-of.ts';
import { organizationSearchParameters, type OrganizationSearch } from './organizations/queries.ts';
import { userSearchParameters, type UserSearch } from './users/queries.ts';

export type TicketsSearch = { tab: 'tickets'; /** The one that is open. */ ticket?: string } & ListSearch<typeof listTicketsParameters>;
export type UsersSearch = ({ tab?: undefined } & UserSearch) | ({ tab: 'organizations' } & OrganizationSearch) | TicketsSearch;

const lists = [userSearchParameters, organizationSearchParameters, listTicketsParameters];
const keys = ['tab', 'ticket', ...lists.flatMap<string>(searchKeys)] as (keyof UsersSearch)[];

export const parseUsersSearch = searchOf(keys, (raw: Record<string, unknown>): UsersSearch => {
  if (raw.tab === 'organizations') return { tab: 'organizations', ...parseListSearch(organizationSearchParameters, raw) };
  if (raw.tab !== 'tickets') return parseListSearch(userSearchParameters, raw);
  const ticket = typeof raw.ticket === 'string' && { ticket: raw.ticket };
  return { tab: 'tickets', ...ticket, ...parseListSearch(listTicketsParameters, raw) };
});
