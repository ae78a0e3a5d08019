import type { Queryable } from '#server/db/types.ts';
import { type EventRow, findEvent } from '#server/events/events-repository.ts';
import { type FoundEvent, requireVisible, requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { canDeliver, eventAccessOf, type EventRole, eventRoleOf } from '#server/events/policy.ts';
import { closedReasons } from '#server/events/presenter.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { findPhoto, type PhotoRow } from '#server/photos/photos-repository.ts';
import type { PhotoPath, PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import { canInspectPhotos, canSeePhoto, type PhotoReader } from '#server/photos/policy.ts';
import type { Viewer } from '#server/viewer.ts';

export interface FoundPhoto {
  event: EventRow;
  photo: PhotoRow;
  reader: PhotoReader;
}

/**
 * A photo that this viewer may see, or could see before it was deleted (`photo.deletedAt`).
 * @throws {Problem} 404
 */
export async function requireKnownPhoto(db: Queryable, path: PhotoPath, viewer: Viewer): Promise<FoundPhoto> {
  const found = await requireVisibleEvent(db, path.id, viewer);
  return requireSeeable(found, await findPhoto(db, path.photoId, viewer.userId), viewer);
}

/** The same by cached rows, for thumbs and previews. @throws {Problem} 404 */
export async function requireKnownPicture(rights: PictureAccessCache, path: PhotoPath, viewer: Viewer): Promise<FoundPhoto> {
  return requireVisiblePicture(await rights.find(path, viewer.userId), viewer);
}

/** @throws {Problem} 404 */
export const requireVisiblePicture = ({ event, photo }: { event: EventRow | null; photo: PhotoRow | null }, viewer: Viewer): FoundPhoto =>
  requireSeeable(requireVisible(event, viewer), photo, viewer);

/** @param found the event, which they may see. @throws {Problem} 404 when they may not see the photo, or there is none */
function requireSeeable({ event, relation }: FoundEvent, photo: PhotoRow | null, { userId }: Viewer): FoundPhoto {
  const reader = { userId, relation };
  if (photo?.eventId !== event.id || !canSeePhoto(reader, event, photo)) throw notFound('photo');
  return { event, photo, reader };
}

/**
 * A photo this viewer may see now.
 * @throws {Problem} 404 when there is none for them, 410 `photo_deleted` when they could see it before it was deleted
 */
export async function requireVisiblePhoto(db: Queryable, path: PhotoPath, viewer: Viewer): Promise<FoundPhoto> {
  const found = await requireKnownPhoto(db, path, viewer);
  if (found.photo.deletedAt) throw photoDeleted();
  return found;
}

/**
 * A photo of any event, for the platform to look at: also of a deleted event, while it is there.
 * @throws {Problem} 403, 404, 410 `photo_deleted`
 */
export async function requireInspectedPhoto(db: Queryable, path: PhotoPath, viewer: Viewer): Promise<Omit<FoundPhoto, 'reader'>> {
  if (!canInspectPhotos(viewer)) throw superAdminsOnly();
  const [event, photo] = await Promise.all([findEvent(db, path.id, viewer.userId), findPhoto(db, path.photoId, viewer.userId)]);
  if (!event || photo?.eventId !== event.id) throw notFound('photo');
  if (photo.deletedAt) throw photoDeleted();
  return { event, photo };
}

export const superAdminsOnly = () => forbidden(ONLY_SUPER_ADMINS);

export const photoDeleted = () => new Problem(410, 'photo_deleted', 'This photo was deleted.');

/** The person's role at an event that they upload to. */
export const eventRoleFor = (viewer: Viewer, event: EventRow): EventRole => eventRoleOf(eventAccessOf(viewer, event), event);

/** Whether they may know of the event from having delivered to it, also when they were removed since. Visitors do not know of public drafts. */
export const knowsEvent = (relation: EventRole, event: EventRow): boolean =>
  (relation !== 'none' && !(relation === 'visitor' && event.status === 'draft')) || event.removedAt !== null || event.wasPhotographer;

/**
 * An event that the person may know of from having delivered to it.
 * @throws {Problem} 404, 410 `event_deleted`
 */
export async function requireDeliveredEvent(db: Queryable, eventId: string, viewer: Viewer): Promise<FoundEvent> {
  const event = await findEvent(db, eventId, viewer.userId);
  const relation = event && eventRoleFor(viewer, event);
  if (!event || !relation || !knowsEvent(relation, event)) throw notFound('event');
  if (event.deletedAt) throw new Problem(410, 'event_deleted', 'This event was deleted.');
  return { event, relation };
}

interface FoundDelivery {
  event: EventRow;
  relation: EventRole;
  reader: PhotoReader;
  /** The photo of this id, deleted or not, and whosever it is; null if there is none yet. */
  known: PhotoRow | null;
}

/**
 * The event that a photo is delivered to, by someone who may know of it, or has delivered this photo.
 * @throws {Problem} 404, 410 `event_deleted`
 */
export async function requireDeliveryEvent(db: Queryable, path: PhotoPath, viewer: Viewer): Promise<FoundDelivery> {
  const [event, known] = await Promise.all([findEvent(db, path.id, viewer.userId), findPhoto(db, path.photoId, viewer.userId)]);
  if (!event) throw notFound('event');
  const relation = eventRoleFor(viewer, event);
  if (!knowsEvent(relation, event) && known?.uploaderId !== viewer.userId) throw notFound('event');
  if (event.deletedAt) throw new Problem(410, 'event_deleted', 'This event was deleted. Export the photo to keep it.');
  return { event, relation, reader: { userId: viewer.userId, relation }, known };
}

/** Whether a photo of the same id is the delivered one. */
export const isSamePhoto = (photo: PhotoRow, event: EventRow, viewer: Viewer, sha256: string): boolean =>
  photo.eventId === event.id && photo.uploaderId === viewer.userId && photo.sha256 === sha256;

/** @throws {Problem} 409 `photo_conflict`, 410 `photo_deleted` */
export function requireSamePhoto(photo: PhotoRow, event: EventRow, viewer: Viewer, sha256: string): void {
  if (!isSamePhoto(photo, event, viewer, sha256)) throw new Problem(409, 'photo_conflict', 'Another photo already has this ID.');
  if (photo.deletedAt) throw photoDeleted();
}

/** @throws {Problem} 403 `forbidden`, `guests_only_look`, `capture_closed` */
export function requireDelivery(relation: EventRole, event: EventRow): void {
  if (canDeliver(relation, event, event.wasPhotographer)) return;
  const onlyLooked = event.participantRole !== null || event.removedAt !== null;
  if (onlyLooked && !event.wasPhotographer && relation !== 'organization') {
    throw new Problem(403, 'guests_only_look', relation === 'guest' ? closedReasons.guests_view : closedReasons.viewer);
  }
  if (relation === 'visitor' && event.removedAt === null) throw forbidden('Join this event to send photos to it.');
  throw new Problem(403, 'capture_closed', 'This event isn’t accepting photos right now.');
}
