import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { canViewOrganization } from '#server/organizations/policy.ts';
import { presentOrganization } from '#server/organizations/presenter.ts';
import { findOrganization, listOwnedOrganizations, ownedOrder } from '#server/organizations/repository.ts';

export function organizationOperations({ db }: Deps): OperationsOf<'organizations'> {
  return {
    async listOwnedOrganizations({ query, viewer }) {
      // First joined first.
      const { rows, cursors } = await ownedOrder.page({ sort: 'joined_at', ...query }, (range) =>
        listOwnedOrganizations(db, viewer.userId, range),
      );
      return { status: 200, body: { items: rows.map(({ organization }) => presentOrganization(organization)), ...cursors } };
    },

    async getOrganization({ path, viewer }) {
      // Who may not see it is not told whether it exists.
      const organization = canViewOrganization(viewer, path.id) ? await findOrganization(db, path.id) : undefined;
      if (!organization) throw notFound('organization');
      return { status: 200, body: presentOrganization(organization) };
    },
  };
}
