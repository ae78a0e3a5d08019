// Permissions on a library and its collections. Pure; denies by default. Photos of an event are visible as in its gallery.
import { canModerate, canView, type EventAccess, eventRoleOf, eventAccessOf, type EventRole } from '#server/events/policy.ts';
import { galleryScope, type GalleryFacts } from '#server/photos/policy.ts';
import { isMemberOf, membershipOf, type Viewer } from '#server/viewer.ts';

/** One's own; an organization's as its active member. */
export function canBrowse(viewer: Viewer, organizationId: string | null): boolean {
  return organizationId === null || isMemberOf(viewer, organizationId);
}

/** Facts about an event whose photos may be in a library. */
export interface LibraryEvent extends GalleryFacts, Pick<EventAccess, 'isParticipant' | 'participantRole'> {}

const eventRoleIn = (viewer: Viewer, event: LibraryEvent): EventRole => eventRoleOf(eventAccessOf(viewer, event), event);

/** Which photos of an event this person sees; null: none. */
export function libraryScope(viewer: Viewer, event: LibraryEvent): ReturnType<typeof galleryScope> | null {
  const relation = eventRoleIn(viewer, event);
  return canView(relation, event) ? galleryScope({ userId: viewer.userId, relation }, event) : null;
}

/** Of which photos of an event, among those that they or, of others, their organization deleted, this person can take the deletion back: `canRestorePhoto` for all at once. */
export function restorableScope(viewer: Viewer, event: LibraryEvent): 'everything' | 'own' | null {
  const relation = eventRoleIn(viewer, event);
  if (!canView(relation, event)) return null;
  if (canModerate(relation, event)) return 'everything';
  return event.organizationStatus === 'active' ? 'own' : null;
}

export interface CollectionFacts {
  userId: string;
  organizationId: string | null;
}

const ownsCollection = (viewer: Viewer, { userId, organizationId }: CollectionFacts): boolean =>
  organizationId === null ? viewer.userId === userId : isMemberOf(viewer, organizationId);

/** View a collection, add and remove images: everyone with access to its library. */
export function canFillCollection(viewer: Viewer, collection: CollectionFacts): boolean {
  return ownsCollection(viewer, collection);
}

/** Rename, delete and restore it. */
export function canChangeCollection(viewer: Viewer, collection: CollectionFacts): boolean {
  if (!ownsCollection(viewer, collection)) return false;
  if (viewer.userId === collection.userId) return true;
  return collection.organizationId !== null && membershipOf(viewer, collection.organizationId)?.permissions.manage_org_settings === true;
}

/** Deleted collections can be restored this long. */
export const RESTORABLE_COLLECTION_DAYS = 30;
