// Permissions at an event. Pure; denies by default.
import type { components } from '#openapi/api.ts';
import { type Watermark, type WatermarkFacts, watermarkOf } from '#server/organizations/pictures.ts';
import { isMemberOf, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];
type EventStatus = Schemas['EventStatus'];
export type ParticipantRole = Schemas['ParticipantRole'];

/**
 * A person's role at an event: active member of its organization, participant whom the organization brought, guest who joined with the event's code,
 * viewer of public events, or none. Platform roles, `super_admin` included, give no more than `visitor`.
 */
export type EventRole = 'organization' | 'participant' | 'guest' | 'visitor' | 'none';

/** What an event allows its guests. */
interface GuestRules {
  guestAccess: Schemas['GuestAccess'];
  /** Their time is over. */
  isGuestTimeOver: boolean;
  guestDownloads: boolean;
}

/** What the decisions need to know of an event. */
export interface EventFacts extends GuestRules {
  organizationId: string;
  organizationStatus: Schemas['Organization']['status'];
  type: 'public' | 'private';
  status: EventStatus;
  allowDownloads: boolean;
  /** By the platform. */
  pausedAt: Date | null;
  deletedAt: Date | null;
}

/** What the decisions need to know of a person. */
export interface EventAccess {
  isMember: boolean;
  isParticipant: boolean;
  participantRole: ParticipantRole | null;
  /** Has the permission `view_events` from any source. */
  viewsEvents: boolean;
}

export function viewsEvents(viewer: Viewer): boolean {
  return viewer.permissions.view_events === true || viewer.permissions.all === true;
}

export function eventAccessOf(
  viewer: Viewer,
  { organizationId, isParticipant, participantRole }: Pick<EventAccess, 'isParticipant' | 'participantRole'> & { organizationId: string },
): EventAccess {
  return { isMember: isMemberOf(viewer, organizationId), isParticipant, participantRole, viewsEvents: viewsEvents(viewer) };
}

export function eventRoleOf(standing: EventAccess, event: EventFacts): EventRole {
  if (standing.isMember) return 'organization';
  if (standing.isParticipant) return standing.participantRole === 'guest' ? 'guest' : 'participant';
  if (standing.viewsEvents && event.type === 'public') return 'visitor';
  return 'none';
}

/** A pause closes cameras only: the organization continues to run the event, and photos taken before are accepted. */
const isOpenForCapture = (event: EventFacts) => (event.status === 'live' || event.status === 'active') && event.pausedAt === null;
/** A suspended organization's area is readable, and nothing in it is writable. */
const isWritable = (event: EventFacts) => event.organizationStatus === 'active' && event.deletedAt === null;
const isInsider = (relation: EventRole) => relation === 'organization' || isAttending(relation);

/** Takes part without being of the organization. */
export const isAttending = (relation: EventRole): boolean => relation === 'participant' || relation === 'guest';

/** Whether the event lets guests take photos now, by its rules for them alone. */
export const letsGuestsCapture = (event: GuestRules): boolean => event.guestAccess !== 'view' && !event.isGuestTimeOver;

/** See photos of others, where the gallery is open. The rules for guests also bind visitors of public events, who could join as guests. */
export function canViewOthers(relation: EventRole, event: GuestRules): boolean {
  if (relation === 'organization' || relation === 'participant') return true;
  return event.guestAccess !== 'capture' && !event.isGuestTimeOver;
}

export function canView(relation: EventRole, event: EventFacts): boolean {
  if (relation === 'none' || event.deletedAt !== null) return false;
  return event.status !== 'draft' || relation === 'organization';
}

/** Take new shots, now. A viewer only looks and likes; a guest does what the event allows. */
export function canCapture(relation: EventRole, event: EventFacts, role: ParticipantRole | null): boolean {
  return isInsider(relation) && captureRefusal(relation, event, role) === null && isCaptureOpen(event);
}

/** Why a person takes no photos here, whether or not the event is open. */
export function captureRefusal(
  relation: EventRole,
  event: GuestRules,
  role: ParticipantRole | null,
): 'viewer' | 'visitor' | 'guests_view' | 'guests_over' | null {
  if (relation === 'visitor') return 'visitor';
  if (relation === 'participant') return role === 'viewer' ? 'viewer' : null;
  if (relation !== 'guest' || letsGuestsCapture(event)) return null;
  return event.guestAccess === 'view' ? 'guests_view' : 'guests_over';
}

function isCaptureOpen(event: EventFacts): boolean {
  return isOpenForCapture(event) && isWritable(event);
}

/**
 * Upload photos that were taken before. Ended and archived events and suspended organizations still accept them: the phone may have the only
 * copy, and its clock can't prove when it was taken, so `taken_at` is ignored. People who were removed or became viewers may still upload if they
 * took photos here; people who were always viewers may not. Guests may if the event ever let guests take photos. An event that became a draft again accepts photos from when it was open; an
 * event that was never open accepts photos of its organization only.
 * @param wasPhotographer takes photos here, or did until they were removed, became a viewer or an inactive member, or guests no longer may
 */
export function canDeliver(relation: EventRole, event: EventFacts & { openedAt: Date | null }, wasPhotographer: boolean): boolean {
  if ((relation !== 'organization' && !wasPhotographer) || event.deletedAt !== null) return false;
  return event.status !== 'draft' || event.openedAt !== null || relation === 'organization';
}

export function canLike(relation: EventRole, event: EventFacts): boolean {
  return isInsider(relation) && canView(relation, event) && isWritable(event);
}

/** Download other people's photos. One's own are always one's own: photos/policy.ts. */
export function canDownload(relation: EventRole, event: EventFacts): boolean {
  if (!canView(relation, event)) return false;
  if (relation === 'organization') return true;
  if (relation === 'guest' && !(event.guestDownloads && canViewOthers(relation, event))) return false;
  return isAttending(relation) && event.allowDownloads;
}

/** Change and remove what others brought: approve, reject, delete. */
export function canModerate(relation: EventRole, event: EventFacts): boolean {
  return relation === 'organization' && isWritable(event);
}

/** Make events of an organization, and see them all, drafts and deleted ones too. */
export function canRunEvents(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId);
}

/** Leave an event, in any status, also after a removal, which changes nothing. Members of its organization can't leave it. */
export function canLeaveEvent(relation: EventRole, event: { isParticipant: boolean; removedAt: Date | null }): boolean {
  return relation !== 'organization' && (event.isParticipant || event.removedAt !== null);
}

/** Look behind an event, at its people and numbers: also while its organization is suspended. */
export function canInspect(relation: EventRole): boolean {
  return relation === 'organization';
}

/** Change the event, its code and its people. */
export function canManage(relation: EventRole, event: EventFacts): boolean {
  return relation === 'organization' && isWritable(event);
}

/** Restore period of deleted events, unless the platform sets another date. Until then only the organization sees them. */
export const RESTORABLE_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Until when a deleted event can be restored; null where it is not deleted. */
export function restorableUntil({ deletedAt, keptUntil }: { deletedAt: Date | null; keptUntil: Date | null }): Date | null {
  return deletedAt && (keptUntil ?? new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY_MS));
}

export function canViewDeleted(relation: EventRole, event: EventFacts & { keptUntil: Date | null }, now: Date): boolean {
  const until = restorableUntil(event);
  return relation === 'organization' && until !== null && until > now;
}

/** Restore a deleted event of one's organization: what the platform removed stays the platform's, as a photo that it took down. */
export const canRestoreEvent = (event: { removalReason: string | null }): boolean => event.removalReason === null;

/**
 * Supervise all events: list, pause, end, set the restore date of a deleted one. This gives no role at an event.
 */
export const canOverseeEvents = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** What an event shows of its gallery from outside, the cover and the number of photos: while that is closed to guests, so are these. */
export function canSeePreview(relation: EventRole, event: GuestRules & RevealFacts, now: Date): boolean {
  return relation === 'organization' || (isGalleryOpen(event, now) && canViewOthers(relation, event));
}

interface CoverFacts {
  coverPhotoId: string | null;
  /** The cover while it is in a hidden section. */
  hiddenCoverPhotoId: string | null;
}

/** The cover that people with this role see. */
export function coverFor(relation: EventRole, event: CoverFacts & GuestRules & RevealFacts, now: Date): string | null {
  if (!canSeePreview(relation, event, now)) return null;
  return event.coverPhotoId ?? (relation === 'organization' ? event.hiddenCoverPhotoId : null);
}

/** What decides whether the gallery is open to others than the organization. */
export interface RevealFacts {
  autoGallery: boolean;
  publishedAt: Date | null;
  revealsAt: Date | null;
}

/** It is published, and the time of its reveal has come. */
export function isGalleryOpen(event: RevealFacts, now: Date): boolean {
  return isPublished(event) && (event.revealsAt === null || event.revealsAt <= now);
}

const isPublished = (event: RevealFacts) => event.autoGallery || event.publishedAt !== null;

/** When a gallery that is closed will open by itself; null if that is not known. */
export function nextReveal(event: RevealFacts, now: Date): Date | null {
  return isPublished(event) && !isGalleryOpen(event, now) ? event.revealsAt : null;
}

/** The join code admits everyone, so only the organization reads it. */
export function canReadJoinCode(relation: EventRole): boolean {
  return relation === 'organization';
}

// --- Joining

type Admission = Schemas['JoinPreview']['admission'];

export interface JoinFacts extends EventFacts {
  joinPolicy: Schemas['JoinPolicy'];
}

/** What a code turned out to be: the event's own, or a personal invitation. */
export type JoinCredential =
  | { kind: 'code' }
  | { kind: 'invitation'; id: string; role: Schemas['ParticipantRole']; usedBy: string | null; createdAt: Date };

/** The role of people who join with it. */
export const roleOf = (credential: JoinCredential): ParticipantRole => (credential.kind === 'invitation' ? credential.role : 'guest');

/** Drafts and deleted events exist for their organization only: to others their codes open nothing. */
export function isVisibleToOutsiders(event: EventFacts): boolean {
  return event.status !== 'draft' && event.deletedAt === null;
}

/**
 * The effect of a code for a person who is not a participant.
 * @param userId null if not signed in
 */
export function admissionOf(event: JoinFacts, credential: JoinCredential, userId: string | null): Admission {
  if (event.status === 'ended' || event.status === 'archived') return 'over';
  if (event.organizationStatus !== 'active' || event.joinPolicy === 'closed') return 'closed';
  if (credential.kind === 'code') return event.joinPolicy === 'invited' ? 'invited' : 'open';
  return credential.usedBy !== null && credential.usedBy !== userId ? 'used' : 'open';
}

export interface Joiner {
  hasAccount: boolean;
  hasName: boolean;
}

/** The identity that the event requires and the person lacks, or null. Every account has a name. */
export function missingIdentity({ joinIdentity }: { joinIdentity: Schemas['JoinIdentity'] }, joiner: Joiner): 'account' | 'name' | null {
  if (joiner.hasAccount || joinIdentity === 'none') return null;
  if (joinIdentity === 'account') return 'account';
  return joiner.hasName ? null : 'name';
}

/**
 * A removed participant is readmitted only by an invitation created after the removal. A participant who left can join again with any valid
 * code.
 */
export function isReentryRefused(
  { removedAt, hasLeft }: { removedAt: Date | null; hasLeft: boolean },
  credential: JoinCredential,
): boolean {
  if (removedAt === null || hasLeft) return false;
  return credential.kind === 'code' || credential.createdAt.getTime() < removedAt.getTime();
}

// --- Watermarks

/** What the decision needs to know of an event. */
export interface WatermarkedEvent {
  organizationId: string;
  watermark: WatermarkFacts;
}

/** The watermark on all pictures of an event for this reader, or null. */
export function watermarkFor(relation: EventRole, event: WatermarkedEvent): Watermark | null {
  return relation === 'organization' ? null : watermarkOf(event.organizationId, event.watermark);
}

// --- Statuses

const steps: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['live', 'active'],
  live: ['active', 'ended', 'draft'],
  active: ['live', 'ended', 'draft'],
  ended: ['live', 'active', 'archived'],
  archived: ['ended'],
};

/** @param isUntouched there is neither a photo nor a participant: only then can it become a draft again, which outsiders do not see */
export function nextStatuses(status: EventStatus, isUntouched: boolean): EventStatus[] {
  return steps[status].filter((next) => next !== 'draft' || isUntouched);
}

export function isUntouched(event: { photosCount: number; attendeesCount: number }): boolean {
  return event.photosCount === 0 && event.attendeesCount === 0;
}

/** An event that ends automatically stays open this long after its end: parties run late. */
export const GRACE_HOURS = 6;

interface Planned {
  status: EventStatus;
  startsAt: Date;
  durationHours: number;
}

const takesPhotosAfter = ({ status, startsAt, durationHours }: Planned, hours: number, now: Date): boolean =>
  // The database stores durations in single precision.
  (status === 'live' || status === 'active') && startsAt.getTime() + (Math.fround(durationHours) + hours) * 3_600_000 <= now.getTime();

/** Whether it takes photos though its time is over. */
export const isOverdue = (event: Planned, now: Date): boolean => takesPhotosAfter(event, 0, now);

/** Whether an event that ends automatically is to end now. */
export const isDueToEnd = (event: Planned, now: Date): boolean => takesPhotosAfter(event, GRACE_HOURS, now);
