import type { components } from '#openapi/api.ts';
import type { PlatformEventRow } from '#server/events/event-lists-repository.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import type { InvitationRow } from '#server/events/invitations-repository.ts';
import type { ParticipantRow } from '#server/events/participants-repository.ts';
import {
  canCapture,
  canDownload,
  canLike,
  canManage,
  canModerate,
  canReadJoinCode,
  canSeePreview,
  canViewOthers,
  captureRefusal,
  coverFor,
  type EventRole,
  isGalleryOpen,
  isUntouched,
  type JoinCredential,
  nextReveal,
  nextStatuses,
  restorableUntil,
  roleOf,
  watermarkFor,
} from '#server/events/policy.ts';
import { avatarUrl, fullName } from '#server/viewer.ts';

type Schemas = components['schemas'];

/**
 * An event for a person who may view it.
 * @throws if the role is `none`, because the event must not be revealed
 */
/** @param hidden how many photos of it this person does not see (countHidden); the organization sees all */
export function presentEvent(event: EventRow, relation: EventRole, hidden: number, now = new Date()): Schemas['Event'] {
  if (relation === 'none') throw new Error(`event ${event.id} presented to a person without access`);
  const manages = canManage(relation, event);
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
    time_zone: event.timeZone,
    ends_automatically: event.endsAutomatically,
    location: event.location,
    cover_photo_id: coverFor(relation, event, now),
    join_code: canReadJoinCode(relation) ? event.joinCode : null,
    join_policy: event.joinPolicy,
    join_identity: event.joinIdentity,
    require_approval: event.requireApproval,
    auto_gallery: event.autoGallery,
    published_at: event.publishedAt?.toISOString() ?? null,
    reveals_at: (relation === 'organization' ? event.revealsAt : nextReveal(event, now))?.toISOString() ?? null,
    allow_downloads: event.allowDownloads,
    guest_access: event.guestAccess,
    guest_until: event.guestUntil?.toISOString() ?? null,
    guest_downloads: event.guestDownloads,
    photo_retention_days: event.retentionDays,
    photo_retention_scope: event.retentionScope,
    photos_kept_until: relation === 'visitor' ? null : (event.photosKeptUntil?.toISOString() ?? null),
    photos_count: visiblePhotos(relation, event, hidden, now),
    attendees_count: event.attendeesCount,
    branding: presentBranding(event),
    watermark: watermarkFor(relation, event)?.tag ?? null,
    relation: relation === 'guest' ? 'participant' : relation,
    participant_role: event.participantRole,
    can: {
      capture: canCapture(relation, event, event.participantRole),
      view_others: canViewOthers(relation, event),
      like: canLike(relation, event),
      download: canDownload(relation, event),
      moderate: canModerate(relation, event),
      manage: manages,
    },
    closed_reason: closedReason(relation, event),
    next_statuses: manages ? nextStatuses(event.status, isUntouched(event)) : [],
    paused_at: event.pausedAt?.toISOString() ?? null,
    pause_reason: relation === 'organization' ? event.pauseReason : null,
    created_at: event.createdAt.toISOString(),
    updated_at: event.updatedAt.toISOString(),
    deleted_at: event.deletedAt?.toISOString() ?? null,
    restorable_until: restorableUntil(event)?.toISOString() ?? null,
    removal_reason: relation === 'organization' ? event.removalReason : null,
  };
}

/** The sentences for people whose role, or the rules for guests, keep them from taking photos. */
export const closedReasons = {
  viewer: 'You’re a viewer at this event, and viewers can’t add photos. Ask the organization for access.',
  visitor: 'You can view photos, but not take them. To join, ask the organization for an invitation or the event’s code.',
  guests_view: 'Guests of this event can look at photos, but not take any. Ask the organization for access.',
  guests_over: 'The time for guests’ photos at this event is over. Photos that you took before are still accepted.',
};

function closedReason(relation: EventRole, event: EventRow): string | null {
  const refusal = captureRefusal(relation, event, event.participantRole);
  return refusal && closedReasons[refusal];
}

/** The number of photos that the gallery shows to this person; 0 if it is closed to them. */
function visiblePhotos(relation: EventRole, event: EventRow, hidden: number, now: Date): number {
  if (!canSeePreview(relation, event, now)) return 0;
  return relation === 'organization' ? event.photosCount : event.photosCount - hidden;
}

/** The cover for people with a code, if guests would see it. */
export const previewCover = (event: EventRow, now = new Date()): string | null => coverFor('guest', event, now);

/** What the event is, for people who are not in it. */
export function presentSummary(event: EventRow): Schemas['SharedEvent'] {
  return {
    name: event.name,
    organization_name: event.organizationName,
    starts_at: event.startsAt.toISOString(),
    duration: event.durationHours,
    time_zone: event.timeZone,
    location: event.location,
    branding: presentBranding(event),
  };
}

/** An event for people with a code who haven't joined. */
export function presentJoinPreview(
  event: EventRow,
  credential: JoinCredential,
  admission: Schemas['JoinPreview']['admission'],
  now = new Date(),
): Schemas['JoinPreview'] {
  const role = roleOf(credential);
  const relation = role === 'guest' ? 'guest' : 'participant';
  return {
    ...presentSummary(event),
    event_id: event.id,
    has_cover: previewCover(event) !== null,
    is_personal: credential.kind === 'invitation',
    role,
    admission,
    join_identity: event.joinIdentity,
    takes_photos: canCapture(relation, event, role),
    shows_photos: !canViewOthers(relation, event) ? 'own' : isGalleryOpen(event, now) ? 'all' : 'later',
  };
}

/** The cover for everyone who knows the event's address. */
export const publicCover = (event: EventRow): string | null => (event.type === 'public' ? previewCover(event) : null);

/** An event for everyone who knows its address. */
export const presentPreview = (event: EventRow): Schemas['EventPreview'] => ({
  ...presentSummary(event),
  location: event.type === 'public' ? event.location : '',
  has_cover: publicCover(event) !== null,
});

/** An event of any organization, as the platform sees it. */
export function presentPlatformEvent(event: PlatformEventRow): Schemas['PlatformEvent'] {
  return {
    id: event.id,
    name: event.name,
    organization: { id: event.organizationId, name: event.organizationName, status: event.organizationStatus },
    type: event.type,
    status: event.status,
    starts_at: event.startsAt.toISOString(),
    duration: event.durationHours,
    time_zone: event.timeZone,
    ends_automatically: event.endsAutomatically,
    location: event.location,
    photos_count: event.photosCount,
    photos_bytes: event.photosBytes,
    pending_count: event.pendingCount,
    unreadable_count: event.unreadableCount,
    attendees_count: event.attendeesCount,
    paused_at: event.pausedAt?.toISOString() ?? null,
    pause_reason: event.pauseReason,
    created_at: event.createdAt.toISOString(),
    deleted_at: event.deletedAt?.toISOString() ?? null,
    restorable_until: event.restorableUntil?.toISOString() ?? null,
    removal_reason: event.removalReason,
  };
}

export function presentParticipant(row: ParticipantRow): Schemas['Participant'] {
  return {
    user_id: row.userId,
    name: fullName(row.firstName, row.lastName),
    email: row.email,
    avatar_url: avatarUrl(row.userId, row.avatarTag),
    role: row.role,
    joined_at: row.joinedAt.toISOString(),
    removed_at: row.removedAt?.toISOString() ?? null,
    photos_count: row.photosCount,
  };
}

export function presentInvitation(row: InvitationRow): Schemas['Invitation'] {
  const { id, email, role, code, createdAt, revokedAt } = row;
  return { id, email, role, code, created_at: createdAt.toISOString(), revoked_at: revokedAt?.toISOString() ?? null };
}

function presentBranding(event: EventRow): Schemas['Branding'] {
  return { primary_color: event.primaryColor, secondary_color: event.secondaryColor, logo_url: event.logoUrl };
}

/** What webhooks are told of an event that ended. */
export const endedEvent = ({ id, name }: { id: string; name: string }) =>
  ({ type: 'event.ended', data: { id, name, status: 'ended' } }) as const;
