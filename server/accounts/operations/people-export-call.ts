// The list of the platform's people as a file.
import type { components } from '#openapi/api.ts';
import { ONLY_USER_MANAGERS } from '#server/accounts/operations/user-actions.ts';
import { listPlatformUsers, platformUserOrder, type PlatformUserRow } from '#server/accounts/people.ts';
import { canManageUsers } from '#server/accounts/policy.ts';
import { audit } from '#server/audit/audit.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { csvAnswer, csvTime, type CsvColumns } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden } from '#server/http/problem.ts';
import { fullName } from '#server/viewer.ts';

const roles: Record<components['schemas']['PlatformRole'], string> = { super_admin: 'Super admin', admin: 'Platform admin', user: 'User' };

const columns: CsvColumns<PlatformUserRow> = {
  Name: ({ firstName, lastName }) => fullName(firstName, lastName),
  Email: ({ email }) => email,
  Role: ({ email, role }) => (email === null ? 'No account' : roles[role]),
  Status: ({ disabledAt }) => (disabledAt ? 'suspended' : 'active'),
  'Email confirmed': ({ email, isVerified }) => (email === null ? null : isVerified ? 'yes' : 'no'),
  'Organizations run': ({ organizationsRun }) => organizationsRun,
  'Since (UTC)': ({ createdAt }) => csvTime(createdAt),
  'Last seen (UTC)': ({ lastSeenAt }) => csvTime(lastSeenAt),
  Id: ({ id }) => id,
};

export function userExportCall({ db }: Pick<Deps, 'db'>) {
  return {
    async exportUsers({ viewer, query, request }) {
      if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
      const { sort = '-created_at', ...filter } = query;
      // Names and addresses leave the server.
      await audit(db, { action: 'account.export_people', actorId: viewer.userId, subjectType: 'platform', detail: query, request });
      const rows = allRows((page) => platformUserOrder.page({ ...page, sort }, (range) => listPlatformUsers(db, filter, range)));
      return csvAnswer(['people'], columns, rows);
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}
