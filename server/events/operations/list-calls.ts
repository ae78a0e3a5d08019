import type { Viewer } from '#server/viewer.ts';
import type { Deps } from '#server/deps.ts';
import { countOrganizationEvents, eventOrder, listEnterable, listOrganizationRows, sortOfScope } from '#server/events/lists.ts';
import { canRunEvents, relationOf, standingOf, viewsEvents } from '#server/events/policy.ts';
import { presentEvent } from '#server/events/presenter.ts';
import type { EventRow } from '#server/events/repository.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';

export function listCalls({ db }: Deps) {
  const present = (viewer: Viewer) => (event: EventRow) => presentEvent(event, relationOf(standingOf(viewer, event), event));

  return {
    async listEvents({ viewer, query }) {
      const list = {
        userId: viewer.userId,
        organizationIds: viewer.memberships.map((membership) => membership.organizationId),
        viewsEvents: viewsEvents(viewer),
        scope: query.scope,
        q: query.q,
      };
      const { rows, cursors } = await eventOrder.page({ ...query, sort: sortOfScope(query.scope) }, (range) =>
        listEnterable(db, list, range),
      );
      return { status: 200, body: { items: rows.map(present(viewer)), ...cursors } };
    },

    async listOrganizationEvents({ viewer, path, query }) {
      // Who does not belong to it is not told whether it exists.
      if (!canRunEvents(viewer, path.orgId)) throw notFound('organization');
      const filter = { organizationId: path.orgId, q: query.q, status: query.status, time: query.time, deleted: query.deleted };
      const { rows, cursors } = await eventOrder.page({ ...query, sort: query.sort ?? '-starts_at' }, (range) =>
        listOrganizationRows(db, filter, viewer.userId, range),
      );
      const counted = await countOrganizationEvents(db, filter);
      return { status: 200, body: { items: rows.map(present(viewer)), ...cursors, ...counted } };
    },
  } satisfies Partial<OperationsOf<'events'>>;
}
