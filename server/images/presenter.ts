import type { components } from '#openapi/api.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import type { GeneratedImageRow } from '#server/generation/image-repository.ts';
import { RESTORABLE_IMAGE_DAYS } from '#server/generation/policy.ts';
import { presentImage } from '#server/generation/presenter.ts';
import type { CollectionRow } from '#server/images/collection-repository.ts';
import { canChangeCollection } from '#server/images/policy.ts';
import type { PhotoRow } from '#server/photos/photos-repository.ts';
import { RESTORABLE_PHOTO_MINUTES, RESTORABLE_TRASH_DAYS, type PhotoReader } from '#server/photos/policy.ts';
import { presentPhoto } from '#server/photos/presenter.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

const deletion = (deletedAt: Date | null, minutes: number) => ({
  deleted_at: deletedAt?.toISOString() ?? null,
  restorable_until: deletedAt && new Date(deletedAt.getTime() + minutes * MINUTE_MS).toISOString(),
});

export const presentLibraryPhoto = (photo: PhotoRow, event: EventRow, reader: PhotoReader): Schemas['ShelfImage'] => ({
  id: photo.id,
  at: photo.takenAt.toISOString(),
  ...deletion(photo.deletedAt, photo.inTrash ? RESTORABLE_TRASH_DAYS * DAY_MINUTES : RESTORABLE_PHOTO_MINUTES),
  event: { id: event.id, organization_id: event.organizationId, name: event.name, time_zone: event.timeZone },
  photo: presentPhoto(photo, reader, event),
  generated: null,
});

export const presentLibraryImage = (image: GeneratedImageRow, viewer: Viewer): Schemas['ShelfImage'] => ({
  id: image.id,
  at: image.createdAt.toISOString(),
  ...deletion(image.deletedAt, RESTORABLE_IMAGE_DAYS * DAY_MINUTES),
  event: null,
  photo: null,
  generated: presentImage(image, viewer),
});

export const presentCollection = (row: CollectionRow, viewer: Viewer): Schemas['ImageCollection'] => ({
  id: row.id,
  name: row.name,
  images_count: row.imagesCount,
  can: { change: canChangeCollection(viewer, row) },
});
