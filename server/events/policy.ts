// Who may do what at an event. Pure; what is not said here is denied. Source: docs/product.md B1.1, B1.4, B2.2 to B2.4.
import type { components } from '#openapi/api.ts';
import { isMemberOf, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];
type EventStatus = Schemas['EventStatus'];
export type ParticipantRole = Schemas['ParticipantRole'];

/**
 * What a person is to an event: an active member of its organization, somebody who joined it, somebody who only looks at public events,
 * or nobody. A role held elsewhere, `super_admin` included, makes nobody more than a visitor.
 */
export type EventRole = 'organization' | 'participant' | 'visitor' | 'none';

/** What the decisions need to know of an event. */
export interface EventFacts {
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
  /** Holds `view_events`, wherever from. */
  viewsEvents: boolean;
}

export function viewsEvents(viewer: Viewer): boolean {
  return viewer.permissions.view_events === true || viewer.permissions.all === true;
}

export function eventAccessOf(viewer: Viewer, event: { organizationId: string; isParticipant: boolean }): EventAccess {
  return { isMember: isMemberOf(viewer, event.organizationId), isParticipant: event.isParticipant, viewsEvents: viewsEvents(viewer) };
}

export function eventRoleOf(standing: EventAccess, event: EventFacts): EventRole {
  if (standing.isMember) return 'organization';
  if (standing.isParticipant) return 'participant';
  if (standing.viewsEvents && event.type === 'public') return 'visitor';
  return 'none';
}

/** A pause closes cameras and nothing else: the organization goes on running the event, and what was shot before is taken. */
const isOpenForCapture = (event: EventFacts) => (event.status === 'live' || event.status === 'active') && event.pausedAt === null;
/** A suspended organization's area is readable, and nothing in it is writable. */
const isWritable = (event: EventFacts) => event.organizationStatus === 'active' && event.deletedAt === null;
const isInsider = (relation: EventRole) => relation === 'organization' || relation === 'participant';

/** Given pictures with the organization's watermark on them: everybody who is not of it, also of what they took themselves. */
export const isOutsideOrganization = (relation: EventRole): boolean => relation !== 'organization';

export function canView(relation: EventRole, event: EventFacts): boolean {
  if (relation === 'none' || event.deletedAt !== null) return false;
  return event.status !== 'draft' || relation === 'organization';
}

/** Take new shots, now. A guest of the event only looks and likes. */
export function canCapture(relation: EventRole, event: EventFacts, role: ParticipantRole | null): boolean {
  if (relation === 'participant' && role === 'guest') return false;
  return isInsider(relation) && isCaptureOpen(event);
}

export function isCaptureOpen(event: EventFacts): boolean {
  return isOpenForCapture(event) && isWritable(event);
}

/**
 * Hand in what was shot before. Events that ended or were archived and organizations that were suspended still take it: the phone may hold
 * the only copy, and its clock is no witness of when the event closed, so `taken_at` is not asked. From those as well who were removed, or
 * made guests, after they had been photographers here; never from guests who always were. An event that became a draft again takes what was
 * shot while it was open; a draft that never was has photographers of its organization only.
 * @param wasPhotographer took photos here, now or until they were removed, made a guest, or no active member any more
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
  return relation === 'organization' || (relation === 'participant' && event.allowDownloads);
}

/** Change and remove what others brought: approve, reject, delete. */
export function canModerate(relation: EventRole, event: EventFacts): boolean {
  return relation === 'organization' && isWritable(event);
}

/** Make events of an organization, and see them all, drafts and deleted ones too. */
export function canRunEvents(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId);
}

/**
 * End one's own part in an event, whatever became of it: also once one was removed, which changes nothing. The organization has no such part:
 * its event is its own.
 */
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

/** Deleted events can be restored this long, unless the platform has set another day; until then the organization sees them, nobody else. */
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
 * Look at all events from outside, and hold them: pause them, end them, set how long a deleted one is kept. This makes nobody part of an
 * event: what its organization and its participants do there is theirs.
 */
export const canOverseeEvents = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** What an event shows of its gallery from outside, the cover and the number of photos: while that is closed to guests, so are these. */
export function canSeePreview(relation: EventRole, event: { autoGallery: boolean; publishedAt: Date | null }): boolean {
  return relation === 'organization' || isGalleryOpen(event);
}

export function isGalleryOpen(event: { autoGallery: boolean; publishedAt: Date | null }): boolean {
  return event.autoGallery || event.publishedAt !== null;
}

/** The join code opens the event to whoever holds it, so only the organization reads it. */
export function canReadJoinCode(relation: EventRole): boolean {
  return relation === 'organization';
}
