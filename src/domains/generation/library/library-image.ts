// The images of a library: event photos and generated images in one list. Routes inject what only the photos domain knows.
import type { components } from '#openapi/api.ts';
import { describeImage, generatedImageUrl, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { formatDaysLeft } from '#src/lib/days-left.ts';
import type { TimeZone } from '#src/lib/format.ts';
import { readOnlyReason } from '#src/session/selection.ts';
import { apiUrl } from '#src/transport/api-base.ts';

export type LibraryImage = components['schemas']['ShelfImage'];
type Photo = components['schemas']['Photo'];

/** Functions of the photos domain. */
export interface PhotoParts {
  url: (photo: Photo, variant: 'thumb' | 'preview') => string;
  describe: (photo: Photo, zone: TimeZone) => string;
  /** Starts a browser download. */
  download: (photo: Photo) => Promise<void>;
}

export const toLibraryImage = (generated: GeneratedImage): LibraryImage => ({
  id: generated.id,
  at: generated.created_at,
  deleted_at: generated.deleted_at,
  restorable_until: null,
  event: null,
  photo: null,
  generated,
});

export const isFavorite = ({ photo, generated }: LibraryImage): boolean => photo?.is_liked ?? generated?.is_favourite ?? false;

export function withFavorite(image: LibraryImage, favorite: boolean): LibraryImage {
  const { photo, generated } = image;
  if (isFavorite(image) === favorite) return image;
  if (photo) return { ...image, photo: { ...photo, is_liked: favorite, likes: Math.max(0, photo.likes + (favorite ? 1 : -1)) } };
  return { ...image, generated: generated && { ...generated, is_favourite: favorite } };
}

/** Photos are liked in public; generated images are marked as favorites in private. */
export function favoriteLabel(image: LibraryImage): string {
  const is = isFavorite(image);
  if (image.photo) return is ? 'Unlike' : 'Like';
  return is ? 'Remove from favorites' : 'Add to favorites';
}

/** Null if it can be changed. */
export function favoriteDisabledReason({ photo, deleted_at: deletedAt }: LibraryImage): string | null {
  const refusal = readOnlyReason();
  if (refusal !== null) return refusal;
  if (deletedAt !== null) return 'Restore this image first.';
  return photo && !photo.can.like ? 'Only people who joined this event can like its photos.' : null;
}

/** Remaining time to restore a deleted image. */
export const timeLeft = ({ restorable_until: until }: LibraryImage): string | null =>
  until === null ? null : formatDaysLeft(Date.parse(until), Date.now());

export const isDeletable = ({ photo, generated }: LibraryImage): boolean => (photo ?? generated)?.can.delete ?? false;

/** Null if it can be saved. */
export function saveDisabledReason({ photo }: LibraryImage): string | null {
  if (!photo) return null;
  if (!photo.can.download) return 'Photos of this event can’t be downloaded.';
  return photo.state === 'processing' ? 'This photo is still processing.' : null;
}

/** Alternative text for an image. */
export function describeLibraryImage({ photo, event, generated }: LibraryImage, photos: PhotoParts | undefined): string {
  if (photo && photos) return `${photos.describe(photo, event?.time_zone)}, ${event?.name ?? ''}`;
  if (photo) return `Photo by ${photo.uploader.name}, ${event?.name ?? ''}`;
  return generated ? describeImage(generated) : '';
}

export function previewUrl({ id, photo }: LibraryImage, photos: PhotoParts | undefined): string {
  if (!photo) return generatedImageUrl(id, 'preview');
  return photos ? photos.url(photo, 'preview') : eventPhotoUrl(photo, 'preview');
}

/** For screens that know photos only as the origin of images. */
export const eventPhotoUrl = ({ id, event_id: event }: Pick<Photo, 'id' | 'event_id'>, variant: 'thumb' | 'preview'): string =>
  apiUrl(`/api/v1/event/${event}/photos/${id}/${variant}`);

/** Sensitive images stay hidden until the person reveals them. */
export const isHidden = ({ generated }: LibraryImage): boolean => generated?.is_sensitive === true;

/** As the source of another image. */
export const sourceOf = ({ id, photo, event }: LibraryImage) =>
  photo ? { kind: 'photo' as const, id, event_id: event?.id ?? photo.event_id } : { kind: 'image' as const, id, event_id: null };
