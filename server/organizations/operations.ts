import type { Deps } from '#server/deps.ts';
import type { Operations } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { canViewOrganization } from '#server/organizations/policy.ts';
import { presentOrganization } from '#server/organizations/presenter.ts';
import { findOrganization } from '#server/organizations/repository.ts';

export function organizationOperations({ db }: Deps): Operations<'getOrganization'> {
  return {
    async getOrganization({ path, viewer }) {
      // Who may not see it is not told whether it exists.
      const organization = canViewOrganization(viewer, path.id) ? await findOrganization(db, path.id) : undefined;
      if (!organization) throw notFound('organization');
      return { status: 200, body: presentOrganization(organization) };
    },
  };
}
