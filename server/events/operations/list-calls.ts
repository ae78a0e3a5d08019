import type { Viewer } from '#server/viewer.ts';
import { isMemberOf } from '#server/viewer.ts';
import type { Deps } from '#server/deps.ts';
import { countOrganizationEvents, listEnterable, listOrganizationPage } from '#server/events/lists.ts';
import { relationOf, standingOf, viewsEvents } from '#server/events/policy.ts';
import { presentEvent } from '#server/events/presenter.ts';
import type { EventRow } from '#server/events/repository.ts';
import { decodeSortCursor, encodeSortCursor, placeOf, readSort } from '#server/events/sorting.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';

export function listCalls({ db }: Deps) {
  const present = (viewer: Viewer) => (event: EventRow) => presentEvent(event, relationOf(standingOf(viewer, event), event));

  return {
    async listEvents({ viewer, query }) {
      const limit = query.limit ?? 50;
      const found = await listEnterable(db, {
        userId: viewer.userId,
        organizationIds: viewer.memberships.map((membership) => membership.organizationId),
        viewsEvents: viewsEvents(viewer),
        scope: query.scope,
        q: query.q,
        after: decodeCursor(query.cursor),
        limit: limit + 1,
      });
      const { rows, nextCursor } = toPage(found, limit, (event) => ({ at: event.startsAt, id: event.id }));
      return { status: 200, body: { items: rows.map(present(viewer)), next_cursor: nextCursor } };
    },

    async listOrganizationEvents({ viewer, path, query }) {
      // Who does not belong to it is not told whether it exists.
      if (!isMemberOf(viewer, path.orgId)) throw notFound('organization');
      const sort = query.sort ?? '-starts_at';
      const limit = query.limit ?? 50;
      const filter = { organizationId: path.orgId, q: query.q, status: query.status, time: query.time, deleted: query.deleted };
      const list = { filter, userId: viewer.userId, sort: readSort(sort), limit: limit + 1 };
      let from = decodeSortCursor(query.cursor, sort);
      let found = await listOrganizationPage(db, { ...list, from });
      // Before it lies less than a page: the list begins here, and the first page is a whole one.
      if (from?.direction === 'before' && found.length <= limit) {
        from = null;
        found = await listOrganizationPage(db, { ...list, from });
      }

      const backward = from?.direction === 'before';
      const hasMore = found.length > limit;
      const nearest = found.slice(0, limit);
      const rows = backward ? nearest.toReversed() : nearest;
      const cursor = (direction: 'after' | 'before', event: EventRow | undefined) => {
        const place = event ? placeOf(event, list.sort.key) : from?.place;
        return place ? encodeSortCursor({ sort, direction, place }) : null;
      };
      return {
        status: 200,
        body: {
          items: rows.map(present(viewer)),
          next_cursor: backward || hasMore ? cursor('after', rows.at(-1)) : null,
          previous_cursor: from ? cursor('before', rows[0]) : null,
          ...(await countOrganizationEvents(db, filter)),
        },
      };
    },
  } satisfies Partial<OperationsOf<'events'>>;
}
