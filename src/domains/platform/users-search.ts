// URL search parameters of User Management: the tab, its filters and the open item.
import {
  listDataRequestsParameters,
  listPlatformOrganizationsParameters,
  listTicketsParameters,
  listUsersParameters,
} from '#openapi/lists.ts';
import { isUuid } from '#src/lib/is-uuid.ts';
import { parseListSearch, searchKeys, type ListSearch } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import type { DataRequestSearch } from './data-requests/queries.ts';
import type { OrganizationSearch } from './organizations/queries.ts';
import type { UserSearch } from './users/queries.ts';

export type TicketsSearch = { tab: 'tickets'; /** Id of the open request. */ ticket?: string } & ListSearch<typeof listTicketsParameters>;
export type PeopleSearch = { tab?: undefined; user?: string } & UserSearch;
export type OrganizationsSearch = { tab: 'organizations'; organization?: string } & OrganizationSearch;
export type UsersSearch = PeopleSearch | OrganizationsSearch | TicketsSearch | ({ tab: 'data-requests' } & DataRequestSearch);

const lists = [listUsersParameters, listPlatformOrganizationsParameters, listTicketsParameters, listDataRequestsParameters];
const keys = ['tab', 'ticket', 'user', 'organization', ...lists.flatMap<string>(searchKeys)] as (keyof UsersSearch)[];

export const parseUsersSearch = validateSearch(keys, (raw: Record<string, unknown>): UsersSearch => {
  if (raw.tab === 'organizations') {
    const organization = isUuid(raw.organization) && { organization: raw.organization };
    return { tab: 'organizations', ...organization, ...parseListSearch(listPlatformOrganizationsParameters, raw) };
  }
  if (raw.tab === 'data-requests') return { tab: 'data-requests', ...parseListSearch(listDataRequestsParameters, raw) };
  if (raw.tab !== 'tickets') {
    const user = isUuid(raw.user) && { user: raw.user };
    return { ...user, ...parseListSearch(listUsersParameters, raw) };
  }
  const ticket = typeof raw.ticket === 'string' && { ticket: raw.ticket };
  return { tab: 'tickets', ...ticket, ...parseListSearch(listTicketsParameters, raw) };
});
