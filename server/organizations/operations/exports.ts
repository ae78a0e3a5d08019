// Lists of members and of organizations as files.
import { audit } from '#server/audit/audit.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { csvAnswer, csvTime, type CsvColumns } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { listMemberRows, memberOrder, type MemberRow } from '#server/organizations/members.ts';
import { auditRecorder } from '#server/organizations/operations/audit.ts';
import { requireManagesOrganizations, requireOwnOrganization } from '#server/organizations/operations/authorize.ts';
import {
  listPlatformOrganizationRows,
  platformOrganizationOrder,
  type PlatformOrganizationRow,
} from '#server/organizations/platform-list.ts';
import { fullName } from '#server/viewer.ts';

const columns: CsvColumns<MemberRow> = {
  Name: ({ firstName, lastName }) => fullName(firstName, lastName),
  Email: ({ email }) => email,
  Role: ({ role }) => (role === 'organization' ? 'Admin' : 'Member'),
  Status: ({ status, removedAt }) => (removedAt ? 'removed' : status),
  'Since (UTC)': ({ joinedAt }) => csvTime(joinedAt),
  'Removed (UTC)': ({ removedAt }) => csvTime(removedAt),
};

const allColumns: CsvColumns<PlatformOrganizationRow> = {
  Name: ({ organization }) => organization.name,
  Status: ({ organization: { status, rejectionReason } }) => (status === 'pending' && rejectionReason !== null ? 'rejected' : status),
  'Rejected because': ({ organization }) => organization.rejectionReason,
  'Contact email': ({ organization }) => organization.contactEmail,
  Phone: ({ organization }) => organization.phoneNumber,
  Admins: ({ admins }) => admins.map(({ name, email }) => `${name} <${email}>`.trim()).join(', '),
  Plan: ({ plan }) => plan,
  Members: ({ members }) => members,
  'Open events': ({ openEvents }) => openEvents,
  'Storage (bytes)': ({ storageBytes }) => storageBytes,
  'Since (UTC)': ({ organization }) => csvTime(organization.createdAt),
  'Deleted (UTC)': ({ organization }) => csvTime(organization.deletedAt),
  Id: ({ organization }) => organization.id,
};

export function exportCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async exportMembers({ viewer, path, query, request }) {
      const { id, name } = await requireOwnOrganization(db, path.id, viewer);
      const { sort = 'name', ...filter } = query;
      // Addresses leave the server.
      await db.transaction((tx) =>
        auditRecorder('organization')(tx, 'organization.export_members', { id, organizationId: id }, viewer, request),
      );
      const rows = allRows((page) =>
        memberOrder.page({ ...page, sort }, (range) => listMemberRows(db, { organizationId: id, ...filter }, range)),
      );
      return csvAnswer(['staff', name], columns, rows);
    },

    async exportPlatformOrganizations({ viewer, query, request }) {
      requireManagesOrganizations(viewer);
      const { sort = '-created_at', ...filter } = query;
      await audit(db, { action: 'organization.export_all', actorId: viewer.userId, subjectType: 'platform', detail: query, request });
      const rows = allRows((page) =>
        platformOrganizationOrder.page({ ...page, sort }, (range) => listPlatformOrganizationRows(db, filter, range)),
      );
      return csvAnswer(['organizations'], allColumns, rows);
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}
