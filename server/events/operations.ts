import type { Viewer } from '#server/accounts/viewer.ts';
import { audit } from '#server/audit.ts';
import type { Deps, Queryable } from '#server/deps.ts';
import { canView, isOpenToJoin, relationOf, standingOf, viewsEvents, type Relation } from '#server/events/policy.ts';
import { presentEvent } from '#server/events/presenter.ts';
import { addParticipant, findEvent, findEventByCode, listEnterable, type EventRow } from '#server/events/repository.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import type { Operations } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';

export function eventOperations({ db }: Deps): Operations<'listEvents' | 'joinEvent' | 'getEvent'> {
  return {
    async listEvents({ viewer, query }) {
      const limit = query.limit ?? 50;
      const found = await listEnterable(db, {
        userId: viewer.userId,
        organizationIds: viewer.memberships.map((membership) => membership.organizationId),
        viewsEvents: viewsEvents(viewer),
        after: decodeCursor(query.cursor),
        limit: limit + 1,
      });
      const { rows, nextCursor } = toPage(found, limit, (event) => ({ at: event.startsAt, id: event.id }));
      const items = rows.map((event) => presentEvent(event, relationOf(standingOf(viewer, event), event)));
      return { status: 200, body: { items, next_cursor: nextCursor } };
    },

    async joinEvent({ viewer, body, request }) {
      const event = await findEventByCode(db, normalizeJoinCode(body.code), viewer.userId);
      if (!event) throw unknownCode();
      const relation = relationOf(standingOf(viewer, event), event);
      // A draft is seen by its organization only: to others its code does not exist yet.
      if (event.status === 'draft' && relation !== 'organization') throw unknownCode();
      if (relation === 'organization' || relation === 'participant') return { status: 200, body: presentEvent(event, relation) };
      if (!isOpenToJoin(event)) throw new Problem(409, 'event_closed', `${event.name} takes no new guests any more.`);

      await db.transaction(async (tx) => {
        if (!(await addParticipant(tx, event.id, viewer.userId))) return;
        await audit(tx, {
          action: 'event.join',
          actorId: viewer.userId,
          subjectType: 'event',
          subjectId: event.id,
          organizationId: event.organizationId,
          request,
        });
      });
      const joined = await requireVisibleEvent(db, event.id, viewer);
      return { status: 200, body: presentEvent(joined.event, joined.relation) };
    },

    async getEvent({ viewer, path }) {
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      return { status: 200, body: presentEvent(event, relation) };
    },
  };
}

const unknownCode = () => new Problem(404, 'unknown_code', 'No event has this code. Check it for a typing error.');

/** Codes are read aloud and typed on phones: case and separators do not matter. */
export function normalizeJoinCode(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The event and what the viewer is to it.
 * @throws {Problem} 404 when there is none or the viewer may not see it: the two are not told apart
 */
export async function requireVisibleEvent(
  db: Queryable,
  eventId: string,
  viewer: Viewer,
): Promise<{ event: EventRow; relation: Relation }> {
  const event = await findEvent(db, eventId, viewer.userId);
  const relation = event ? relationOf(standingOf(viewer, event), event) : 'none';
  if (!event || !canView(relation, event)) throw notFound('event');
  return { event, relation };
}
