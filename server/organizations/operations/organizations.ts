import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import {
  countVisibleOrganizations,
  listOrganizationsOfPerson,
  listVisibleOrganizations,
  organizationOfPersonOrder,
  organizationOrder,
} from '#server/organizations/directory.ts';
import { requireManagesOrganizations } from '#server/organizations/operations/authorize.ts';
import {
  countPlatformOrganizations,
  listPlatformOrganizationRows,
  platformOrganizationOrder,
} from '#server/organizations/platform-list.ts';
import { presentPlatformOrganization } from '#server/organizations/platform-presenter.ts';
import { canManageOrganizations, canViewOrganization, canViewOrganizationsOf } from '#server/organizations/policy.ts';
import { presentOrganization, presentOrganizationOfPerson } from '#server/organizations/presenter.ts';
import { findOrganization, listOwnedOrganizations, ownedOrder } from '#server/organizations/repository.ts';

export function organizationCalls({ db }: Deps) {
  return {
    async listOwnedOrganizations({ query, viewer }) {
      // First joined first.
      const { rows, cursors } = await ownedOrder.page({ sort: 'joined_at', ...query }, (range) =>
        listOwnedOrganizations(db, viewer.userId, range),
      );
      return { status: 200, body: { items: rows.map(({ organization }) => presentOrganization(organization)), ...cursors } };
    },

    async listOrganizations({ query, viewer }) {
      const { q, status, deleted, sort = 'name', ...page } = query;
      const filter = { userId: canManageOrganizations(viewer) ? null : viewer.userId, q, status, deleted };
      const { rows, cursors } = await organizationOrder.page({ ...page, sort }, (range) => listVisibleOrganizations(db, filter, range));
      const total = await countVisibleOrganizations(db, filter);
      return { status: 200, body: { items: rows.map(presentOrganization), ...cursors, total } };
    },

    async listPlatformOrganizations({ query, viewer }) {
      requireManagesOrganizations(viewer);
      const { q, state, plan, deleted, sort = '-created_at', ...page } = query;
      const filter = { q, state, plan, deleted };
      const { rows, cursors } = await platformOrganizationOrder.page({ ...page, sort }, (range) =>
        listPlatformOrganizationRows(db, filter, range),
      );
      return {
        status: 200,
        body: { items: rows.map(presentPlatformOrganization), ...cursors, ...(await countPlatformOrganizations(db, filter)) },
      };
    },

    async listOrganizationsOfUser({ path, query, viewer }) {
      // Of whom one may not read it one is not told whether they exist.
      if (!canViewOrganizationsOf(viewer, path.userId)) throw notFound('person');
      const { rows, cursors } = await organizationOfPersonOrder.page({ ...query, sort: 'joined_at' }, (range) =>
        listOrganizationsOfPerson(db, path.userId, range),
      );
      return { status: 200, body: { items: rows.map(presentOrganizationOfPerson), ...cursors } };
    },

    async getOrganization({ path, viewer }) {
      // Who may not see it is not told whether it exists.
      const organization = canViewOrganization(viewer, path.id) ? await findOrganization(db, path.id) : undefined;
      if (!organization) throw notFound('organization');
      return { status: 200, body: presentOrganization(organization) };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}
