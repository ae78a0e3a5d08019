import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { canViewOrganization } from '#server/organizations/policy.ts';
import { presentOrganization } from '#server/organizations/presenter.ts';
import { findOrganization, listOwnedOrganizations } from '#server/organizations/repository.ts';

export function organizationOperations({ db }: Deps): OperationsOf<'organizations'> {
  return {
    async listOwnedOrganizations({ query, viewer }) {
      const limit = query.limit ?? 50;
      const found = await listOwnedOrganizations(db, viewer.userId, { after: decodeCursor(query.cursor), limit: limit + 1 });
      const { rows, nextCursor } = toPage(found, limit, ({ joinedAt, membershipId }) => ({ at: joinedAt, id: membershipId }));
      return { status: 200, body: { items: rows.map(({ organization }) => presentOrganization(organization)), next_cursor: nextCursor } };
    },

    async getOrganization({ path, viewer }) {
      // Who may not see it is not told whether it exists.
      const organization = canViewOrganization(viewer, path.id) ? await findOrganization(db, path.id) : undefined;
      if (!organization) throw notFound('organization');
      return { status: 200, body: presentOrganization(organization) };
    },
  };
}
