import type { Queryable, Tx } from '#server/db/types.ts';
import { forbidden, notFound } from '#server/http/problem.ts';
import { findCollection, lockCollection, type CollectionRow } from '#server/images/collection-repository.ts';
import { canBrowse, canChangeCollection, canFillCollection, RESTORABLE_COLLECTION_DAYS } from '#server/images/policy.ts';
import { requireOwnOrganization, requireWritable } from '#server/organizations/access.ts';
import type { Viewer } from '#server/viewer.ts';

/** @throws {Problem} 404, 403: of an organization that the viewer is no active member of */
export async function requireLibrary(db: Queryable, viewer: Viewer, organizationId: string | null): Promise<void> {
  if (organizationId !== null) await requireOwnOrganization(db, organizationId, viewer);
  if (!canBrowse(viewer, organizationId)) throw forbidden();
}

/**
 * The same, to change what is on it.
 * @throws {Problem} as `requireLibrary`; 403 `organization_pending`, `organization_suspended`
 */
export async function requireWritableLibrary(db: Queryable, viewer: Viewer, organizationId: string | null): Promise<void> {
  await requireLibrary(db, viewer, organizationId);
  if (organizationId !== null) requireWritable(await requireOwnOrganization(db, organizationId, viewer));
}

const restorableCollectionSince = () => new Date(Date.now() - RESTORABLE_COLLECTION_DAYS * 24 * 3600 * 1000);

/** @throws {Problem} 404: there is none for them, or it was deleted */
export async function requireCollection(db: Queryable, id: string, viewer: Viewer): Promise<CollectionRow> {
  const collection = await findCollection(db, id);
  if (!collection || collection.deletedAt || !canFillCollection(viewer, collection)) throw notFound('collection');
  return collection;
}

/** Held, to put something in or take something out. @throws {Problem} 404; 403 as `requireWritableLibrary` */
export async function lockCollectionToFill(tx: Tx, id: string, viewer: Viewer): Promise<CollectionRow> {
  await lockCollection(tx, id);
  const collection = await requireCollection(tx, id, viewer);
  await requireWritableLibrary(tx, viewer, collection.organizationId);
  return collection;
}

/** Held, while it can be restored also a deleted one. @throws {Problem} 404, 403 */
export async function lockCollectionToChange(tx: Tx, id: string, viewer: Viewer): Promise<CollectionRow> {
  await lockCollection(tx, id);
  const collection = await findCollection(tx, id);
  const isGone = collection?.deletedAt && collection.deletedAt < restorableCollectionSince();
  if (!collection || isGone || !canFillCollection(viewer, collection)) throw notFound('collection');
  if (!canChangeCollection(viewer, collection))
    throw forbidden('Only the person who created this collection or someone who manages the organization’s settings can do this.');
  await requireWritableLibrary(tx, viewer, collection.organizationId);
  return collection;
}
