import { creditLimit, monthOf, nextMonth, scopeOf, sumCredits } from '#server/billing/credits-repository.ts';
import type { Deps } from '#server/deps.ts';
import { listUsableModels, type Catalog } from '#server/generation/catalog.ts';
import { requireScope } from '#server/generation/operations/authorize.ts';
import { presentModel } from '#server/generation/presenter.ts';
import type { OperationsOf } from '#server/http/operation.ts';

export function modelCalls({ config, db }: Pick<Deps, 'config' | 'db'>, catalog: Catalog) {
  return {
    async listGenerationModels({ viewer, query }) {
      const { organization_id: organizationId = null } = query;
      await requireScope(db, viewer, organizationId);
      const models = await listUsableModels(db, catalog, viewer, organizationId);
      return { status: 200, body: { items: models.map(presentModel) } };
    },

    async getCredits({ viewer, query }) {
      const { organization_id: organizationId = null } = query;
      await requireScope(db, viewer, organizationId);
      const scope = scopeOf({ userId: viewer.userId, organizationId });
      const now = new Date();
      const [limit, sums] = await Promise.all([
        creditLimit(db, scope, config.generation.personalCredits),
        sumCredits(db, scope, monthOf(now)),
      ]);
      return { status: 200, body: { limit, ...sums, renews_on: nextMonth(now) } };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}
