import { listMembersParameters } from '#openapi/lists.ts';
import type { ListSearch } from '#src/lib/list-search.ts';

export const staffSearchParameters = listMembersParameters;
export type StaffSearch = ListSearch<typeof staffSearchParameters>;
