import type { Queryable, Tx } from '#server/db/types.ts';
import { findGeneration, type GenerationRow } from '#server/generation/generations-repository.ts';
import { findImage, listImagesById, lockImages, type GeneratedImageRow } from '#server/generation/image-repository.ts';
import {
  canCancelGeneration,
  canDeleteImage,
  canGenerate,
  canListModels,
  canViewGeneration,
  canViewImage,
  RESTORABLE_IMAGE_DAYS,
} from '#server/generation/policy.ts';
import { forbidden, notFound } from '#server/http/problem.ts';
import { requireOwnOrganization, requireWritable } from '#server/organizations/access.ts';
import type { Viewer } from '#server/viewer.ts';

/** @throws {Problem} 404, 403: of an organization that the viewer is no active member of */
export async function requireScope(db: Queryable, viewer: Viewer, organizationId: string | null): Promise<void> {
  if (organizationId !== null) await requireOwnOrganization(db, organizationId, viewer);
  if (!canListModels(viewer, organizationId)) throw forbidden();
}

/**
 * Images may be made now, for oneself or for this organization.
 * @throws {Problem} as `requireScope`; 403 `organization_pending`, `organization_suspended`
 */
export async function requireGenerating(db: Queryable, viewer: Viewer, organizationId: string | null): Promise<void> {
  if (organizationId !== null) requireWritable(await requireOwnOrganization(db, organizationId, viewer));
  if (!canGenerate(viewer, organizationId)) throw forbidden();
}

export async function requireVisibleGeneration(db: Queryable, id: string, viewer: Viewer): Promise<GenerationRow> {
  const generation = await findGeneration(db, id);
  if (!generation || !canViewGeneration(viewer, generation)) throw notFound('generation');
  return generation;
}

export async function requireCancellable(db: Queryable, id: string, viewer: Viewer): Promise<GenerationRow> {
  const generation = await requireVisibleGeneration(db, id, viewer);
  if (!canCancelGeneration(viewer, generation)) throw forbidden('Only the person who requested this can cancel it.');
  return generation;
}

export const restorableSince = () => new Date(Date.now() - RESTORABLE_IMAGE_DAYS * 24 * 3600 * 1000);

/** @throws {Problem} 404: there is none for them, or it was deleted */
export async function requireVisibleImage(db: Queryable, id: string, viewer: Viewer): Promise<GeneratedImageRow> {
  const image = await findImage(db, viewer.userId, id);
  if (!image || !isVisible(viewer, image)) throw notFound('image');
  return image;
}

function isVisible(viewer: Viewer, image: GeneratedImageRow): boolean {
  if (!canViewImage(viewer, image)) return false;
  return image.deletedAt === null || (image.deletedAt > restorableSince() && canDeleteImage(viewer, image));
}

/** Locks an image, deleted or not. @throws {Problem} 404, 403 */
export async function lockDeletableImage(tx: Tx, id: string, viewer: Viewer): Promise<GeneratedImageRow> {
  await lockImages(tx, [id]);
  const image = await requireVisibleImage(tx, id, viewer);
  if (!canDeleteImage(viewer, image))
    throw forbidden('Only the person who created this image or someone who manages the organization’s settings can do this.');
  return image;
}

/** Locks the images of these that the viewer may delete, deleted or not. Hidden images look like unknown ids. */
export async function lockDeletableImages(tx: Tx, ids: readonly string[], viewer: Viewer): Promise<GeneratedImageRow[]> {
  await lockImages(tx, ids);
  const images = await listImagesById(tx, viewer.userId, ids);
  return images.filter((image) => isVisible(viewer, image) && canDeleteImage(viewer, image));
}
