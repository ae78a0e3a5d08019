// From a code as it was typed to the event it opens.
import type { Queryable, Tx } from '#server/db/types.ts';
import { type EventRow, findEvent, lockEvent } from '#server/events/events-repository.ts';
import { matchCode, normalizeJoinCode } from '#server/events/invitations-repository.ts';
import {
  canInspect,
  canLeaveEvent,
  canManage,
  canView,
  canViewDeleted,
  eventAccessOf,
  type EventRole,
  eventRoleOf,
  isVisibleToOutsiders,
  type JoinCredential,
} from '#server/events/policy.ts';
import { forbidden, Problem } from '#server/http/problem.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * Finds the event of a code. `credential` is null if the code was renewed.
 * @param code normalized
 * @throws {Problem} 404 `unknown_code`
 */
export async function resolveCode(
  db: Queryable,
  code: string,
  userId: string | null,
): Promise<{ event: EventRow; credential: JoinCredential | null }> {
  const opening = await matchCode(db, code);
  const event = opening ? await findEvent(db, opening.eventId, userId) : null;
  if (!opening || !event || event.deletedAt) throw unknownCode();
  return { event, credential: opening.credential };
}

/**
 * As `resolveCode`, for an unknown person.
 * @param typed as in the URL
 * @throws {Problem} 404 `unknown_code`, 410 `code_renewed`
 */
export async function resolvePublicCode(db: Queryable, typed: string): Promise<{ event: EventRow; credential: JoinCredential }> {
  const { event, credential } = await resolveCode(db, normalizeJoinCode(typed), null);
  if (!isVisibleToOutsiders(event)) throw unknownCode();
  return { event, credential: requireCurrentCode(credential) };
}

/** @throws {Problem} 410 `code_renewed` */
export function requireCurrentCode(credential: JoinCredential | null): JoinCredential {
  if (!credential) throw new Problem(410, 'code_renewed', 'This code has been replaced. Ask for the new one.');
  return credential;
}

export const unknownCode = () => new Problem(404, 'unknown_code', 'No event has this code. Check it for typos.');
export const isUnknownCode = (error: unknown) => error instanceof Problem && error.code === 'unknown_code';

export interface FoundEvent {
  event: EventRow;
  relation: EventRole;
}

const eventNotFound = () => new Problem(404, 'not_found', 'Event not found');

export const organizationSuspended = () =>
  new Problem(403, 'organization_suspended', 'This organization is suspended. You can view its events, but not change them.');

/**
 * The event for everyone who knows its address, signed in or not.
 * @throws {Problem} 404 if it doesn't exist, was deleted, or is a draft
 */
export async function requirePublishedEvent(db: Queryable, id: string): Promise<EventRow> {
  const event = await findEvent(db, id, null);
  if (!event || !isVisibleToOutsiders(event)) throw eventNotFound();
  return event;
}

/**
 * The event and the viewer's role.
 * @throws {Problem} 404 if it doesn't exist or is hidden from the viewer
 */
export async function requireVisibleEvent(db: Queryable, eventId: string, viewer: Viewer): Promise<FoundEvent> {
  return requireVisible(await findEvent(db, eventId, viewer.userId), viewer);
}

/** @param event as the viewer meets it. @throws {Problem} 404 as above */
export function requireVisible(event: EventRow | null, viewer: Viewer): FoundEvent {
  const found = event && asFound(event, viewer);
  if (!found || !canView(found.relation, found.event)) throw eventNotFound();
  return found;
}

/**
 * As `requireVisibleEvent`, for its organization also while a deleted event can be restored.
 * @throws {Problem} 404
 */
export async function requireKnownEvent(db: Queryable, eventId: string, viewer: Viewer): Promise<FoundEvent> {
  const found = await find(db, eventId, viewer);
  const { event, relation } = found ?? {};
  if (!event || !relation) throw eventNotFound();
  if (!canView(relation, event) && !canViewDeleted(relation, event, new Date())) throw eventNotFound();
  return { event, relation };
}

/**
 * An event of the viewer's own organization, also while the organization is suspended.
 * @throws {Problem} 404, or 403 for other viewers of the event
 */
export async function requireOwnEvent(db: Queryable, eventId: string, viewer: Viewer): Promise<EventRow> {
  const { event, relation } = await requireVisibleEvent(db, eventId, viewer);
  if (!canInspect(relation)) throw forbidden('Only this event’s organization can do this.');
  return event;
}

/**
 * Locks an event of the viewer's own organization to change it. Rereads the viewer's rights.
 * @param deletedToo accepts a deleted event that can be restored
 * @throws {Problem} 404, or 403 `forbidden` for other viewers of the event, `organization_suspended`
 */
export async function lockManagedEvent(tx: Tx, eventId: string, asking: Viewer, { deletedToo = false } = {}): Promise<EventRow> {
  await lockEvent(tx, eventId, 'change');
  const locked = await findEvent(tx, eventId, asking.userId);
  if (!locked) throw eventNotFound();
  const viewer = await refreshViewer(tx, asking, locked.organizationId);
  const { event, relation } = deletedToo ? await requireKnownEvent(tx, eventId, viewer) : await requireVisibleEvent(tx, eventId, viewer);
  if (!canInspect(relation)) throw forbidden('Only this event’s organization can do this.');
  if (!canManage(relation, { ...event, deletedAt: null })) throw organizationSuspended();
  return event;
}

/**
 * Locks an event that the viewer wants to leave.
 * @returns null if they can't leave it: their organization runs it, or they never joined it
 */
export async function lockEventToLeave(tx: Tx, eventId: string, viewer: Viewer): Promise<EventRow | null> {
  const found = await find(tx, eventId, viewer);
  if (!found || !canLeaveEvent(found.relation, found.event)) return null;
  await lockEvent(tx, eventId, 'share');
  return found.event;
}

async function find(db: Queryable, eventId: string, viewer: Viewer): Promise<FoundEvent | null> {
  const event = await findEvent(db, eventId, viewer.userId);
  return event && asFound(event, viewer);
}

const asFound = (event: EventRow, viewer: Viewer): FoundEvent => ({ event, relation: eventRoleOf(eventAccessOf(viewer, event), event) });
