import type { Queryable, Tx } from '#server/db/types.ts';
import { type EventRow, findEvents } from '#server/events/events-repository.ts';
import { eventAccessOf, eventRoleOf } from '#server/events/policy.ts';
import { type GeneratedImageRow, listImagesById } from '#server/generation/image-repository.ts';
import { canViewImage } from '#server/generation/policy.ts';
import { forbidden, notFound } from '#server/http/problem.ts';
import { type CollectionRow, findCollection, lockCollection } from '#server/images/collection-repository.ts';
import { canBrowse, canChangeCollection, canFillCollection, RESTORABLE_COLLECTION_DAYS } from '#server/images/policy.ts';
import { requireOwnOrganization, requireWritable } from '#server/organizations/access.ts';
import { findPhotos, type PhotoRow } from '#server/photos/photos-repository.ts';
import { canSeePhoto, type PhotoReader } from '#server/photos/policy.ts';
import type { Viewer } from '#server/viewer.ts';

/** @throws {Problem} 404, 403: of an organization that the viewer is no active member of */
export async function requireLibrary(db: Queryable, viewer: Viewer, organizationId: string | null): Promise<void> {
  if (organizationId !== null) await requireOwnOrganization(db, organizationId, viewer);
  if (!canBrowse(viewer, organizationId)) throw forbidden();
}

/**
 * As `requireLibrary`, to change the library.
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

/** Locks a collection to add or remove images. @throws {Problem} 404; 403 as `requireWritableLibrary` */
export async function lockCollectionToFill(tx: Tx, id: string, viewer: Viewer): Promise<CollectionRow> {
  await lockCollection(tx, id);
  const collection = await requireCollection(tx, id, viewer);
  await requireWritableLibrary(tx, viewer, collection.organizationId);
  return collection;
}

/** Locks a collection to change it, also a deleted one that can be restored. @throws {Problem} 404, 403 */
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

interface VisiblePhoto {
  photo: PhotoRow;
  event: EventRow;
  reader: PhotoReader;
}

/** Of photos that are named, those that this person may see, deleted ones too. */
export async function visiblePhotos(db: Queryable, ids: readonly string[], viewer: Viewer): Promise<VisiblePhoto[]> {
  const photos = await findPhotos(db, ids, viewer.userId);
  const events = await findEvents(db, [...new Set(photos.map(({ eventId }) => eventId))], viewer.userId);
  const known = new Map(events.map((event) => [event.id, { event, relation: eventRoleOf(eventAccessOf(viewer, event), event) }]));
  return photos.flatMap((photo) => {
    const found = known.get(photo.eventId);
    if (!found) return [];
    const reader = { userId: viewer.userId, relation: found.relation };
    return canSeePhoto(reader, found.event, photo) ? [{ photo, event: found.event, reader }] : [];
  });
}

/** Of images that are named, those that this person may see, deleted ones too. */
export async function visibleImages(db: Queryable, ids: readonly string[], viewer: Viewer): Promise<GeneratedImageRow[]> {
  const images = await listImagesById(db, viewer.userId, ids);
  return images.filter((image) => canViewImage(viewer, image));
}
