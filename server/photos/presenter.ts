import type { components } from '#openapi/api.ts';
import { photoAbilities, type GalleryFacts, type Reader } from '#server/photos/policy.ts';
import type { PhotoRow } from '#server/photos/repository.ts';

type Schemas = components['schemas'];

/** A photo as this reader may see it. Whether they may is asked before: `canSeePhoto`. */
export function presentPhoto(photo: PhotoRow, reader: Reader, event: GalleryFacts): Schemas['Photo'] {
  return {
    id: photo.id,
    event_id: photo.eventId,
    uploader: { id: photo.uploaderId, name: `${photo.uploaderFirstName} ${photo.uploaderLastName}`.trim() },
    status: photo.status,
    state: photo.state,
    unreadable_reason: photo.unreadableReason,
    taken_at: photo.takenAt.toISOString(),
    uploaded_at: photo.uploadedAt.toISOString(),
    width: photo.width,
    height: photo.height,
    bytes: photo.bytes,
    sha256: photo.sha256,
    content_type: photo.contentType,
    thumbhash: photo.thumbhash?.toString('base64') ?? null,
    likes: photo.likes,
    is_liked: photo.isLiked,
    can: photoAbilities(reader, event, photo),
  };
}

export function presentLike(photoId: string, likes: number, isLiked: boolean): Schemas['Like'] {
  return { photo_id: photoId, likes, is_liked: isLiked };
}
