// Keeps the catalog of this process as the installed local models are: one appears after its installation and vanishes at its removal.
import type { Deps } from '#server/deps.ts';
import { type KnownModel, syncCatalog } from '#server/generation/catalog.ts';
import type { CatalogModel, Provider } from '#server/generation/generator.ts';
import type { LocalModelManifest } from '#server/generation/local/manifest.ts';
import type { InstalledModels } from './installed-models.ts';

export interface LocalProvider extends Pick<Provider, 'id' | 'name' | 'generator'> {
  catalogModelOf(manifest: LocalModelManifest): CatalogModel;
}

/** Resolves when the models that are installed now are in the catalog. */
export async function followInstalledModels(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  catalog: Map<string, KnownModel>,
  installed: InstalledModels,
  provider: LocalProvider,
): Promise<void> {
  const { id, name: providerName, generator } = provider;

  async function refresh(): Promise<void> {
    const manifests = (await installed.installedModels()).map(({ manifest }) => manifest);
    const models = new Map(manifests.map((manifest) => [`${id}:${manifest.name}`, provider.catalogModelOf(manifest)]));
    for (const [modelId, model] of catalog) if (model.provider === id && !models.has(modelId)) catalog.delete(modelId);
    for (const [modelId, model] of models) catalog.set(modelId, { ...model, providerName, generator });
    if (models.size > 0) await syncCatalog(db, catalog);
  }

  /** One at a time, so that an older state never replaces a newer one. */
  let refreshing = refresh();
  installed.onChange(() => {
    refreshing = refreshing
      .then(refresh)
      .catch((error: unknown) => log.warn({ err: error }, 'cannot read which local models are installed'));
  });
  await refreshing;
}
