import type { components } from '#openapi/api.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import { nextReveal, watermarkFor, isVisibleToOutsiders } from '#server/events/policy.ts';
import { presentSummary } from '#server/events/presenter.ts';
import { originalName } from '#server/photos/file-names.ts';
import type { PhotoRow } from '#server/photos/photos-repository.ts';
import { pictureTag } from '#server/photos/presenter.ts';
import type { LinkRow, OpenedLink } from '#server/sharing/links-repository.ts';
import type { PickedRow, PickRow, VisitorRow } from '#server/sharing/picks-repository.ts';
import { downloadsOf, linkState, pictureRoleOf, SCREEN_ROLE, showsJoinCode, showsPhotos, showsWall } from '#server/sharing/policy.ts';
import type { PairedScreen, ScreenRow } from '#server/sharing/screens-repository.ts';
import { fullName } from '#server/viewer.ts';

type Schemas = components['schemas'];

export function presentLink(link: LinkRow, now: Date): Schemas['GalleryLink'] {
  const { photographerId, photographerFirstName, photographerLastName } = link;
  return {
    id: link.id,
    event_id: link.eventId,
    name: link.name,
    token: link.token,
    scope: link.scope,
    photographer:
      photographerId === null ? null : { id: photographerId, name: fullName(photographerFirstName ?? '', photographerLastName ?? '') },
    section: link.sectionId === null || link.sectionName === null ? null : { id: link.sectionId, name: link.sectionName },
    selected_count: link.scope === 'selection' ? link.selectedCount : null,
    has_password: link.passwordHash !== null,
    expires_at: link.expiresAt?.toISOString() ?? null,
    downloads: link.downloads,
    watermark: link.watermark,
    picks_limit: link.picksLimit,
    state: linkState(link, now),
    views_count: link.viewsCount,
    downloads_count: link.downloadsCount,
    visitors_count: link.visitorsCount,
    submitted_count: link.submittedCount,
    last_viewed_at: link.lastViewedAt?.toISOString() ?? null,
    created_at: link.createdAt.toISOString(),
    revoked_at: link.revokedAt?.toISOString() ?? null,
  };
}

const organizationOf = (event: EventRow): Schemas['SharedGallery']['organization'] => {
  const { organization_name: name, branding } = presentSummary(event);
  return { name, branding };
};

/** Tells nothing of what is behind the password but whose it is. */
export const presentLockedGallery = (event: EventRow): Schemas['SharedGallery'] => ({
  state: 'locked',
  organization: organizationOf(event),
  name: null,
  event: null,
  photos_count: 0,
  sections: [],
  downloads: 'off',
  picks_limit: null,
  expires_at: null,
  cover_photo_id: null,
  reveals_at: null,
  stream_position: 0,
});

interface ShownGallery {
  photosCount: number;
  coverPhotoId: string | null;
  sections: Schemas['Section'][];
  streamPosition: number;
}

/** A link for a visitor who has unlocked it. */
export function presentSharedGallery(
  link: OpenedLink,
  event: EventRow,
  { photosCount, coverPhotoId, sections, streamPosition }: ShownGallery,
): Schemas['SharedGallery'] {
  const now = new Date();
  return {
    state: showsPhotos(event, now) ? 'open' : 'not_open',
    organization: organizationOf(event),
    name: link.name,
    event: presentSummary(event),
    photos_count: photosCount,
    sections,
    downloads: downloadsOf(link, event),
    picks_limit: link.picksLimit,
    expires_at: link.expiresAt?.toISOString() ?? null,
    cover_photo_id: coverPhotoId,
    reveals_at: nextReveal(event, now)?.toISOString() ?? null,
    stream_position: streamPosition,
  };
}

type SharedPhotoRow = Pick<
  PhotoRow,
  | 'id'
  | 'state'
  | 'takenAt'
  | 'takenAtClaimed'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'uploaderFirstName'
  | 'uploaderLastName'
  | 'awaitsOriginal'
  | 'originalOverdue'
  | 'showsProof'
>;

/** A photo without anything that only the organization may know. */
export function presentSharedPhoto(photo: SharedPhotoRow, watermark: string | null): Schemas['SharedPhoto'] {
  return {
    id: photo.id,
    photographer: fullName(photo.uploaderFirstName, photo.uploaderLastName),
    state: photo.state === 'ready' ? 'ready' : 'processing',
    taken_at: photo.takenAt.toISOString(),
    taken_at_claimed: photo.takenAtClaimed?.toISOString() ?? null,
    width: photo.width,
    height: photo.height,
    thumbhash: photo.thumbhash?.toString('base64') ?? null,
    awaits_original: photo.awaitsOriginal,
    original_overdue: photo.originalOverdue,
    watermark: pictureTag(photo, watermark),
  };
}

/** The watermark on the pictures of a link, or null. */
export const watermarkTagOf = (link: OpenedLink, event: EventRow): string | null => watermarkFor(pictureRoleOf(link), event)?.tag ?? null;

export function presentVisitor(visitor: VisitorRow): Schemas['LinkVisitor'] {
  return {
    id: visitor.id,
    name: visitor.name,
    picks_count: visitor.picksCount,
    submitted_at: visitor.submittedAt?.toISOString() ?? null,
    created_at: visitor.createdAt.toISOString(),
  };
}

export function presentPick(pick: PickRow): Schemas['Pick'] {
  return { photo_id: pick.photoId, note: pick.note, created_at: pick.createdAt.toISOString() };
}

/** For the organization. */
export function presentPickedPhoto(row: PickedRow, event: EventRow): Schemas['PickedPhoto'] {
  return {
    photo: presentSharedPhoto(row, null),
    file_name: originalName(event, row),
    note: row.note,
    created_at: row.createdAt.toISOString(),
  };
}

/** For the organization. */
export function presentScreen(screen: PairedScreen): Schemas['Screen'] {
  return {
    id: screen.id,
    event_id: screen.eventId,
    name: screen.name,
    seconds: screen.seconds,
    shows_photographer: screen.showsPhotographer,
    shows_join_code: screen.showsJoinCode,
    last_seen_at: screen.lastSeenAt.toISOString(),
    paired_at: (screen.pairedAt ?? screen.createdAt).toISOString(),
    unpaired_at: screen.unpairedAt?.toISOString() ?? null,
  };
}

/** A screen for itself. */
export const presentWaitingScreen = (screen: ScreenRow): Schemas['OpenedScreen'] => ({
  code: screen.code,
  code_expires_at: screen.codeExpiresAt?.toISOString() ?? null,
  wall: null,
});

/** What a paired screen shows. */
export function presentWall(screen: PairedScreen, event: EventRow, now = new Date()): Schemas['ScreenWall'] {
  return {
    state: showsWall(event) ? 'open' : 'not_open',
    screen_name: screen.name,
    event: isVisibleToOutsiders(event) ? presentSummary(event) : null,
    seconds: screen.seconds,
    shows_photographer: screen.showsPhotographer,
    join_code: showsJoinCode(screen, event) ? event.joinCode : null,
    reveals_at: isVisibleToOutsiders(event) ? (nextReveal(event, now)?.toISOString() ?? null) : null,
  };
}

/** The watermark on the pictures of a screen, or null. */
export const screenWatermarkTag = (event: EventRow): string | null => watermarkFor(SCREEN_ROLE, event)?.tag ?? null;
