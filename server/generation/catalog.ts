// The models that this process can make images with, and what their rows say of them.
import { asc, eq } from 'drizzle-orm';
import { generationModels } from '#server/db/schema/generation.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { CatalogModel, Generator, Provider } from '#server/generation/generator.ts';
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
export interface ImageMaking extends Pick<OpenProviders, 'sensitive' | 'close'> {
  catalog: Catalog;
}

const shared = new WeakMap<Deps, ImageMaking>();

/** One for requests and jobs. */
export function imageMakingOf(deps: Deps): ImageMaking {
  const known = shared.get(deps);
  if (known) return known;
  const { providers, ...rest } = openProviders(deps);
  const made = { catalog: catalogOfProviders(providers), ...rest };
  shared.set(deps, made);
  return made;
}

/** Writes in what the code knows of its models; what people chose for them is kept. */
export async function writeCatalog(db: Queryable, catalog: Catalog): Promise<void> {
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
    const audience: Audience = model.provider === 'builtin' ? 'everyone' : 'accounts';
    await db
      .insert(generationModels)
      .values({ id: model.id, ...known, credits: model.credits, audience, position })
      .onConflictDoUpdate({ target: generationModels.id, set: known });
  }
}

export interface UsableModel extends KnownModel {
  /** What the platform asks for each image. */
  price: number;
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
  return rows.flatMap(({ id, audience, credits }) => {
    const model = catalog.get(id);
    return model && canUseModel(viewer, audience, organizationId) ? [{ ...model, price: credits }] : [];
  });
}

export async function isEnabled(db: Queryable, modelId: string): Promise<boolean> {
  const [row] = await db.select({ enabled: generationModels.enabled }).from(generationModels).where(eq(generationModels.id, modelId));
  return row?.enabled ?? false;
}
