// What super administrators see of an organization that is not their own.
import { findPaymentAccount } from '#server/billing/payments/payment-accounts-repository.ts';
import { planOf } from '#server/billing/plans-repository.ts';
import { presentPlan } from '#server/billing/presenter.ts';
import { readUsage } from '#server/billing/usage-repository.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS } from '#server/http/problem.ts';
import { readOrganizationFacts } from '#server/organizations/platform-details.ts';
import { findPlatformOrganization } from '#server/organizations/platform-list.ts';
import { presentOrganizationFacts, presentPlatformOrganization } from '#server/organizations/platform-presenter.ts';
import { canInspectOrganizations } from '#server/organizations/policy.ts';

export function inspectionCalls({ db, config }: Pick<Deps, 'db' | 'config'>) {
  return {
    async getPlatformOrganization({ viewer, path }) {
      if (!canInspectOrganizations(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
      const row = await findPlatformOrganization(db, path.id);
      if (!row) throw notFound('organization');
      const { id } = row.organization;
      const [facts, { plan, since }, usage, account] = await Promise.all([
        readOrganizationFacts(db, id),
        planOf(db, id),
        readUsage(db, id),
        // Without a provider, what was once paid there decides nothing.
        config.stripe && findPaymentAccount(db, id),
      ]);
      return {
        status: 200,
        body: {
          summary: presentPlatformOrganization(row),
          ...presentOrganizationFacts(facts),
          plan: presentPlan(plan),
          plan_since: since?.toISOString() ?? null,
          is_paid_at_provider: account?.status != null,
          usage,
        },
      };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}
