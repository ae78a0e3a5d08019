// What an image is derived from, and by what action. Noted with the generation, so that the history of an image outlives its files.
import type { components } from '#openapi/api.ts';
import type { Queryable } from '#server/db/types.ts';
import type { CatalogModel } from '#server/generation/generator.ts';
import { findImage, type GeneratedImageRow } from '#server/generation/image-repository.ts';
import { canViewImage } from '#server/generation/policy.ts';
import { Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

export interface Derivation {
  action: Schemas['ImageAction'] | null;
  parentId: string | null;
  parentKind: 'image' | 'photo' | null;
}

type Made = Pick<Schemas['GenerationRequest'], 'source' | 'mask' | 'outpaint'>;

/** Uploads are deleted after a day, so they are no parents. */
export function derivationOf(
  { source, mask, outpaint }: Made,
  task: CatalogModel['task'],
  named: Schemas['ImageDerivation'] | null,
): Derivation {
  if (named) return { action: named.action, parentId: named.image_id, parentKind: 'image' };
  if (!source) return { action: null, parentId: null, parentKind: null };
  const parent = source.kind === 'upload' ? null : source.kind;
  return { action: actionOf(), parentId: parent && source.id, parentKind: parent };

  function actionOf(): Schemas['ImageAction'] {
    if (outpaint) return 'outpaint';
    if (task === 'erase') return 'erase';
    if (mask !== null) return 'inpaint';
    return task === 'upscale' || task === 'cut-out' ? task : 'restyle';
  }
}

/** @throws {Problem} 409 `source_unavailable` */
export async function requireDerivable(
  db: Queryable,
  { image_id: id }: Schemas['ImageDerivation'],
  viewer: Viewer,
): Promise<GeneratedImageRow> {
  const image = await findImage(db, viewer.userId, id);
  if (image && !image.deletedAt && canViewImage(viewer, image)) return image;
  throw new Problem(409, 'source_unavailable', 'This image no longer exists.', {
    errors: [{ field: 'body.derived_from', message: 'is not available' }],
  });
}
