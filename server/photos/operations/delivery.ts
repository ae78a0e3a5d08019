import type { EventRow } from '#server/events/events-repository.ts';
// Who may deliver to an event: asked when an upload begins, and again at the commit.
import { canDeliver, eventRoleOf, eventAccessOf, type EventRole } from '#server/events/policy.ts';
import { forbidden, Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

/** What somebody is to an event they deliver to. */
export const eventRoleFor = (viewer: Viewer, event: EventRow): EventRole => eventRoleOf(eventAccessOf(viewer, event), event);

/** Whether they may know of the event from having delivered to it, also when they were removed since. Visitors do not know of public drafts. */
export const knowsEvent = (relation: EventRole, event: EventRow): boolean =>
  (relation !== 'none' && !(relation === 'visitor' && event.status === 'draft')) || event.removedAt !== null || event.wasPhotographer;

/** @throws {Problem} 403 `forbidden`, `guests_only_look`, `capture_closed` */
export function requireDelivery(relation: EventRole, event: EventRow): void {
  if (canDeliver(relation, event, event.wasPhotographer)) return;
  const isGuest = event.participantRole === 'guest' || event.removedAt !== null;
  if (isGuest && !event.wasPhotographer && relation !== 'organization') {
    throw new Problem(
      403,
      'guests_only_look',
      'You’re a guest at this event, and guests can’t add photos. Ask the organization for access.',
    );
  }
  if (relation === 'visitor' && event.removedAt === null) throw forbidden('Join this event to send photos to it.');
  throw new Problem(403, 'capture_closed', 'This event isn’t accepting photos right now.');
}
