// The address of User Management: one of its two lists, with what that list is asked for.
import { parseListSearch, searchKeys } from '#src/lib/list-search.ts';
import { searchOf } from '#src/lib/search-of.ts';
import { organizationSearchParameters, type OrganizationSearch } from './organizations/queries.ts';
import { userSearchParameters, type UserSearch } from './users/queries.ts';

export type UsersSearch = ({ tab?: undefined } & UserSearch) | ({ tab: 'organizations' } & OrganizationSearch);

const keys = ['tab', ...searchKeys(userSearchParameters), ...searchKeys(organizationSearchParameters)] as (keyof UsersSearch)[];

export const parseUsersSearch = searchOf(keys, (raw: Record<string, unknown>): UsersSearch =>
  raw.tab === 'organizations'
    ? { tab: 'organizations', ...parseListSearch(organizationSearchParameters, raw) }
    : parseListSearch(userSearchParameters, raw),
);
