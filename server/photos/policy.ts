// Permissions on a photo. Pure; denies by default. Builds on the rules of its event (events/policy.ts).
import type { components } from '#openapi/api.ts';
import {
  canDownload,
  canLike,
  canModerate,
  canOverseeEvents,
  canView,
  canViewOthers,
  type EventFacts,
  type EventRole,
  isGalleryOpen,
  letsGuestsCapture,
  type ParticipantRole,
  type RevealFacts,
} from '#server/events/policy.ts';
import { isMemberOf, type Viewer } from '#server/viewer.ts';

/** What the decisions need to know of a photo's event. */
export interface GalleryFacts extends EventFacts, RevealFacts {
  requireApproval: boolean;
}

/** What the decisions need to know of a photo. */
export interface PhotoFacts {
  uploaderId: string;
  status: 'pending' | 'approved' | 'rejected';
  state: 'processing' | 'ready' | 'unreadable';
  /** In a section that only the organization sees. */
  isHidden: boolean;
}

/** The reader and their role at the photo's event. */
export interface PhotoReader {
  userId: string;
  relation: EventRole;
}

const isAuthor = (reader: PhotoReader, photo: PhotoFacts) => photo.uploaderId === reader.userId;

/**
 * Approved photos of an open gallery are visible to everyone who can view the event. Pending and rejected photos, those in hidden sections, and all
 * photos of a closed gallery, are visible to their author and the organization only. For a whole list, `galleryParts` in gallery-repository.ts is the
 * same rule in SQL.
 */
export function canSeePhoto(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts, now = new Date()): boolean {
  if (canSeeUnpublished(reader, event, photo)) return true;
  return canView(reader.relation, event) && isShown(photo) && isGalleryOpenTo(reader, event, now);
}

/** Whether the reader sees photos of others: the gallery is open, and the rules for guests allow it. */
const isGalleryOpenTo = (reader: Pick<PhotoReader, 'relation'>, event: GalleryFacts, now = new Date()): boolean =>
  isGalleryOpen(event, now) && canViewOthers(reader.relation, event);

/** Whether the reader sees it even while it is pending, rejected or hidden, or the gallery is closed: its author and the organization do. */
export function canSeeUnpublished(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts): boolean {
  return canView(reader.relation, event) && (reader.relation === 'organization' || isAuthor(reader, photo));
}

/** Whether an open gallery shows it to everyone who can view the event. */
export function isShown(photo: Pick<PhotoFacts, 'status' | 'state' | 'isHidden'>): boolean {
  return photo.status === 'approved' && photo.state !== 'unreadable' && !photo.isHidden;
}

/** Sections per event, deleted ones not counted. */
export const MAX_SECTIONS = 50;
/** Deleted sections can be restored this long. */
export const RESTORABLE_SECTION_DAYS = 30;

/** See hidden sections: their names, and that a photo is in one. */
export const canSeeHidden = (reader: PhotoReader): boolean => reader.relation === 'organization';

/** The photos of an event on a page of its gallery: `canSeePhoto` for a whole list. `galleryParts` in gallery-repository.ts applies it. */
export function galleryScope(reader: PhotoReader, event: GalleryFacts, now = new Date()): 'everything' | 'approved' | 'own' {
  if (reader.relation === 'organization') return 'everything';
  return isGalleryOpenTo(reader, event, now) ? 'approved' : 'own';
}

export function canLikePhoto(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts): boolean {
  return canSeePhoto(reader, event, photo) && canLike(reader.relation, event);
}

export function canDownloadPhoto(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts): boolean {
  return canSeePhoto(reader, event, photo) && (isAuthor(reader, photo) || canDownload(reader.relation, event));
}

/** The bytes as taken, with everything the camera wrote into them. */
export function canReadOriginal(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts): boolean {
  return canSeeUnpublished(reader, event, photo);
}

/** Follow, cancel and get the URL of a download of many photos. */
export function canUseDownload(viewer: { userId: string }, download: { userId: string | null }): boolean {
  return download.userId === viewer.userId;
}

export function canDeletePhoto(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts): boolean {
  if (canModerate(reader.relation, event)) return true;
  // Of a suspended organization's area nothing is writable, by the author either.
  return isAuthor(reader, photo) && canSeePhoto(reader, event, photo) && event.organizationStatus === 'active';
}

/** Whether a file is the copy of a generated image that this person sees. @param image with the beginning of its file's SHA-256 */
export const isCopyOfImage = (
  viewer: Viewer,
  image: { userId: string; organizationId: string | null; hash: string },
  sha256: string,
): boolean =>
  sha256.startsWith(image.hash) &&
  (image.organizationId === null ? image.userId === viewer.userId : isMemberOf(viewer, image.organizationId));

/** Deleted photos can be restored this long; those in the trash for days. */
export const RESTORABLE_PHOTO_MINUTES = 25;
export const RESTORABLE_TRASH_DAYS = 30;

/**
 * The person who deleted it can restore it. Any moderator can restore photos of others that the organization or the retention of the event (`deletedBy`
 * null) deleted. The organization cannot restore photos that their author deleted, nor the other way round.
 */
export function canRestorePhoto(
  reader: PhotoReader,
  event: GalleryFacts,
  photo: PhotoFacts & { deletedAt: Date | null; deletedBy: string | null; takeDownReason: string | null },
): boolean {
  const isColleagues = photo.deletedBy !== photo.uploaderId && canModerate(reader.relation, event);
  const isDeleters = photo.takeDownReason === null && (photo.deletedBy === reader.userId || isColleagues);
  return (photo.deletedAt === null || isDeleters) && canSeePhoto(reader, event, photo) && canDeletePhoto(reader, event, photo);
}

/** See a photo in the trash: people who can restore it. */
export function canViewTrash(
  reader: PhotoReader,
  event: GalleryFacts,
  photo: PhotoFacts & { deletedAt: Date | null; deletedBy: string | null; takeDownReason: string | null; inTrash: boolean },
): boolean {
  return photo.inTrash && canRestorePhoto(reader, event, photo);
}

/** Report it to the organization, and see one's own report: everyone who sees the photo. */
export function canReportPhoto(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts): boolean {
  return canSeePhoto(reader, event, photo);
}

/** Hand a link to it on: it opens for others, who see the same. */
export function canSharePhoto(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts, now = new Date()): boolean {
  return canSeePhoto(reader, event, photo, now) && isShown(photo) && photo.state === 'ready' && isGalleryOpenTo(reader, event, now);
}

/** Reports of one event that wait for a decision. More come from no people. */
export const MAX_OPEN_REPORTS = 5000;

/** Go on with an upload that was begun, ask how far it came, or end it. */
export function canUseUpload(viewer: { userId: string }, upload: { userId: string }): boolean {
  return upload.userId === viewer.userId;
}

/** Read the moderator's reason, only while the photo is rejected. */
export function canReadRejection(reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts): boolean {
  return photo.status === 'rejected' && canSeeUnpublished(reader, event, photo);
}

/**
 * If the event requires approval, photos of participants are pending; photos of the organization are not. Photos of people who were removed, became
 * viewers, or are guests that may no longer take photos are always pending, because only their own clock proves when they were taken. Generated photos are pending for everyone: at a photo booth,
 * visitors use an account of the organization.
 * @param role at the event, now
 */
export function initialStatus(
  relation: EventRole,
  event: GalleryFacts,
  role: ParticipantRole | null,
  source: components['schemas']['Photo']['source'],
): PhotoFacts['status'] {
  if (relation === 'organization') return event.requireApproval && source === 'generated' ? 'pending' : 'approved';
  const takesPhotos = relation === 'guest' ? letsGuestsCapture(event) : relation === 'participant' && role === 'photographer';
  return event.requireApproval || !takesPhotos ? 'pending' : 'approved';
}

/** See the photos of any event as the platform, in any status. This gives no role at the event. */
export const canInspectPhotos = (viewer: Viewer): boolean => canOverseeEvents(viewer);

/** Take any photo down, and put back what the platform has taken down. */
export const canTakeDownPhoto = (viewer: Viewer): boolean => canOverseeEvents(viewer);

export function photoAbilities(
  reader: PhotoReader,
  event: GalleryFacts,
  photo: PhotoFacts & { awaitsOriginal: boolean },
): components['schemas']['PhotoAbilities'] {
  return {
    like: canLikePhoto(reader, event, photo),
    download: !photo.awaitsOriginal && canDownloadPhoto(reader, event, photo),
    delete: canDeletePhoto(reader, event, photo),
    moderate: canModerate(reader.relation, event),
    share: canSharePhoto(reader, event, photo),
  };
}

export interface ModerationDecision {
  /** The account of the person who decides. Null: an API token of the organization. */
  by: string | null;
  status: PhotoFacts['status'];
  /** The status that the moderator saw; undefined: decide in any status. */
  expected?: PhotoFacts['status'] | undefined;
  /** For the author of a rejected photo; undefined: unchanged. */
  reason?: string | null | undefined;
}

type Decidable = Pick<PhotoFacts, 'status'> & { moderatedBy: string | null; rejectionReason: string | null };

/**
 * `move`: the status changes. `explain`: only the reason changes. `keep`: nothing changes, because the same decision was sent twice or without an
 * expectation. `conflict`: another moderator decided first.
 */
export function resolveDecision(photo: Decidable, wish: ModerationDecision): 'move' | 'explain' | 'keep' | 'conflict' {
  const isThere = photo.status === wish.status;
  const saw = wish.expected ?? photo.status;
  // The moderator's own decision that arrives twice, or was withdrawn, is no conflict.
  const isTheirs = isThere && (wish.status === 'pending' || photo.moderatedBy === wish.by);
  if (photo.status !== saw && !isTheirs) return 'conflict';
  if (!isThere) return 'move';
  const saysElse = wish.reason !== undefined && wish.reason !== photo.rejectionReason;
  return wish.status === 'rejected' && saysElse ? 'explain' : 'keep';
}

/** Trims a reason; null if it is blank. */
export function normalizeReason(reason: string | undefined): string | null | undefined {
  return reason === undefined ? undefined : reason.trim() || null;
}
