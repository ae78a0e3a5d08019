import type { components } from '#openapi/api.ts';
import { canCapture, canDownload, canLike, canReadJoinCode, type Relation } from '#server/events/policy.ts';
import type { EventRow } from '#server/events/repository.ts';

/**
 * An event as somebody who may view it reads it.
 * @throws when the relation is `none`: such an answer must never be made
 */
export function presentEvent(event: EventRow, relation: Relation): components['schemas']['Event'] {
  if (relation === 'none') throw new Error(`event ${event.id} presented to somebody it is hidden from`);
  return {
    id: event.id,
    organization_id: event.organizationId,
    organization_name: event.organizationName,
    name: event.name,
    description: event.description,
    type: event.type,
    status: event.status,
    starts_at: event.startsAt.toISOString(),
    duration: event.durationHours,
    location: event.location,
    cover_photo_id: event.coverPhotoId,
    join_code: canReadJoinCode(relation) ? event.joinCode : null,
    require_approval: event.requireApproval,
    auto_gallery: event.autoGallery,
    allow_downloads: event.allowDownloads,
    photos_count: event.photosCount,
    attendees_count: event.attendeesCount,
    branding: { primary_color: event.primaryColor, secondary_color: event.secondaryColor, logo_url: event.logoUrl },
    relation,
    can: { capture: canCapture(relation, event), like: canLike(relation, event), download: canDownload(relation, event) },
    created_at: event.createdAt.toISOString(),
    updated_at: event.updatedAt.toISOString(),
  };
}
