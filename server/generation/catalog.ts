// The models that this process can make images with, and what their rows say of them.
import { asc, eq } from 'drizzle-orm';
import { planOf } from '#server/billing/plans-repository.ts';
import { generationModels } from '#server/db/schema/generation.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { BUILTIN, type CatalogModel, type Generator, type Provider } from '#server/generation/generator.ts';
import type { ModelRow } from '#server/generation/model-repository.ts';
import { canUseModel, type Audience } from '#server/generation/policy.ts';
import { openProviders, type OpenProviders } from '#server/generation/providers.ts';
import type { Viewer } from '#server/viewer.ts';

export interface KnownModel extends CatalogModel {
  providerName: string;
  generator: Generator;
}

/** By id, in the order of the providers. */
export type Catalog = ReadonlyMap<string, KnownModel>;

export const catalogOfProviders = (providers: readonly Provider[]): Catalog =>
  new Map(
    providers.flatMap(({ name, generator, models }) =>
      models.map((model): [string, KnownModel] => [model.id, { ...model, providerName: name, generator }]),
    ),
  );

/** What a server makes images with. */
export interface GenerationServices extends Pick<OpenProviders, 'sensitive' | 'close'> {
  catalog: Catalog;
}

const shared = new WeakMap<Deps, GenerationServices>();

/** One for requests and jobs. */
export function generationServicesOf(deps: Deps): GenerationServices {
  const known = shared.get(deps);
  if (known) return known;
  const { providers, ...rest } = openProviders(deps);
  const made = { catalog: catalogOfProviders(providers), ...rest };
  shared.set(deps, made);
  return made;
}

/** Writes in what the code knows of its models; what people chose for them is kept. */
export async function syncCatalog(db: Queryable, catalog: Catalog): Promise<void> {
  let position = 0;
  for (const model of catalog.values()) {
    position += 10;
    const known = {
      provider: model.provider,
      providerModel: model.model,
      name: model.name,
      task: model.task,
      description: model.description,
      licence: model.licence,
      isAi: model.isAi,
      capabilities: model.capabilities,
      digitalSourceType: model.digitalSourceType,
    };
    // What costs the platform money is not for guests, who are anybody.
    const audience: Audience = model.provider === BUILTIN ? 'everyone' : 'accounts';
    await db
      .insert(generationModels)
      .values({ id: model.id, ...known, credits: model.credits, audience, position })
      .onConflictDoUpdate({ target: generationModels.id, set: known });
  }
}

export interface UsableModel extends KnownModel {
  /** What the platform asks for each image. */
  price: number;
  /** Images a day; null: without a limit. */
  dailyLimit: number | null;
}

/** Those that are switched on, set up in this process and open to whoever asks, in the platform's order. */
export async function listUsableModels(
  db: Queryable,
  catalog: Catalog,
  viewer: Viewer,
  organizationId: string | null,
): Promise<UsableModel[]> {
  const rows = await db
    .select()
    .from(generationModels)
    .where(eq(generationModels.enabled, true))
    .orderBy(asc(generationModels.position), asc(generationModels.id));
  const asksForPlan = organizationId !== null && rows.some(({ plans }) => plans.length > 0);
  const plan = asksForPlan ? (await planOf(db, organizationId)).plan.id : 'free';
  return rows.flatMap((row) => {
    const model = catalog.get(row.id);
    if (!model || !canUseModel(viewer, row, organizationId, plan)) return [];
    return [{ ...model, capabilities: limitCapabilities(model.capabilities, row), price: row.credits, dailyLimit: row.dailyLimit }];
  });
}

/** What a model takes, within what the platform allows of it. */
function limitCapabilities(
  takes: KnownModel['capabilities'],
  { maxCount, maxPixels }: Pick<ModelRow, 'maxCount' | 'maxPixels'>,
): KnownModel['capabilities'] {
  const fitting = takes.sizes.filter(({ width, height }) => maxPixels === null || width * height <= maxPixels);
  return {
    ...takes,
    max_count: Math.min(takes.max_count, maxCount ?? takes.max_count),
    // A server that knows the model anew may have other sizes than the one that the limit was chosen with.
    sizes: fitting.length === 0 ? takes.sizes : fitting,
  };
}

export async function isEnabled(db: Queryable, modelId: string): Promise<boolean> {
  const [row] = await db.select({ enabled: generationModels.enabled }).from(generationModels).where(eq(generationModels.id, modelId));
  return row?.enabled ?? false;
}
