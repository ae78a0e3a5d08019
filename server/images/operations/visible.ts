import type { Queryable } from '#server/db/types.ts';
import { findEvents, type EventRow } from '#server/events/events-repository.ts';
import { eventRoleOf, eventAccessOf } from '#server/events/policy.ts';
import { listImagesById, type GeneratedImageRow } from '#server/generation/image-repository.ts';
import { canViewImage } from '#server/generation/policy.ts';
import { findPhotos, type PhotoRow } from '#server/photos/photos-repository.ts';
import { canSeePhoto, type PhotoReader } from '#server/photos/policy.ts';
import type { Viewer } from '#server/viewer.ts';

export interface VisiblePhoto {
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
