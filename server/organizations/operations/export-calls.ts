// The list of members as a file.
import { everyRow } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { csvAnswer, csvTime, type CsvColumns } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { listMemberRows, memberOrder, type MemberRow } from '#server/organizations/members.ts';
import { requireOwnOrganization } from '#server/organizations/operations/authorize.ts';
import { recordOf } from '#server/organizations/operations/record.ts';
import { fullName } from '#server/viewer.ts';

const columns: CsvColumns<MemberRow> = {
  Name: ({ firstName, lastName }) => fullName(firstName, lastName),
  Email: ({ email }) => email,
  Role: ({ role }) => (role === 'organization' ? 'Admin' : 'Member'),
  Status: ({ status, removedAt }) => (removedAt ? 'removed' : status),
  'Since (UTC)': ({ joinedAt }) => csvTime(joinedAt),
  'Removed (UTC)': ({ removedAt }) => csvTime(removedAt),
};

export function exportCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async exportMembers({ viewer, path, query, request }) {
      const { id, name } = await requireOwnOrganization(db, path.id, viewer);
      const { sort = 'name', ...filter } = query;
      // Addresses leave the server.
      await db.transaction((tx) =>
        recordOf('organization')(tx, 'organization.export_members', { id, organizationId: id }, viewer, request),
      );
      const rows = everyRow((page) =>
        memberOrder.page({ ...page, sort }, (range) => listMemberRows(db, { organizationId: id, ...filter }, range)),
      );
      return csvAnswer(['staff', name], columns, rows);
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}
