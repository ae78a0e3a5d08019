import { planOf } from '#server/billing/plans-repository.ts';
import type { Deps } from '#server/deps.ts';
import {
  countOrganizationEvents,
  eventOrder,
  listEnterable,
  listOrganizationRows,
  sortOfScope,
} from '#server/events/event-lists-repository.ts';
import { countHidden, type EventRow } from '#server/events/events-repository.ts';
import { listDailyCounts, listOverdueEvents, listEventsWithPendingPhotos, sumGalleries } from '#server/events/overview-repository.ts';
import { canRunEvents, eventRoleOf, eventAccessOf, viewsEvents } from '#server/events/policy.ts';
import { presentEvent } from '#server/events/presenter.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { countMemberInvitations, countMembers } from '#server/organizations/members-repository.ts';
import { canManageMembers } from '#server/organizations/policy.ts';
import type { Viewer } from '#server/viewer.ts';

export function listCalls({ db }: Deps) {
  async function present(viewer: Viewer, rows: readonly EventRow[]) {
    const found = rows.map((event) => ({ event, relation: eventRoleOf(eventAccessOf(viewer, event), event) }));
    const hidden = await countHidden(db, found, viewer.userId);
    return found.map(({ event, relation }) => presentEvent(event, relation, hidden(event)));
  }

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
      return { status: 200, body: { items: await present(viewer, rows), ...cursors } };
    },

    async listOrganizationEvents({ viewer, path, query }) {
      // Who does not belong to it is not told whether it exists.
      if (!canRunEvents(viewer, path.orgId)) throw notFound('organization');
      const filter = { organizationId: path.orgId, q: query.q, status: query.status, time: query.time, deleted: query.deleted };
      const { rows, cursors } = await eventOrder.page({ ...query, sort: query.sort ?? 'agenda' }, (range) =>
        listOrganizationRows(db, filter, viewer.userId, range),
      );
      const counted = await countOrganizationEvents(db, filter);
      return { status: 200, body: { items: await present(viewer, rows), ...cursors, ...counted } };
    },

    async getOrganizationOverview({ viewer, path: { orgId }, query }) {
      if (!canRunEvents(viewer, orgId)) throw notFound('organization');
      const [{ counts }, sums, { plan }, pending, pastTheirEnd, days, members, invitations] = await Promise.all([
        countOrganizationEvents(db, { organizationId: orgId }),
        sumGalleries(db, orgId),
        planOf(db, orgId),
        listEventsWithPendingPhotos(db, orgId),
        listOverdueEvents(db, orgId),
        listDailyCounts(db, orgId, query.time_zone ?? 'UTC'),
        countMembers(db, { organizationId: orgId }),
        // For those who can send them again.
        canManageMembers(viewer, orgId) ? countMemberInvitations(db, { organizationId: orgId }) : null,
      ]);
      const people = { staff: members.counts.active, expired_invitations: invitations?.counts.expired ?? 0 };
      const room = { ...sums, storage_limit: plan.maxStorageBytes };
      return { status: 200, body: { events: counts, ...room, ...people, pending, past_their_end: pastTheirEnd, days } };
    },
  } satisfies Partial<OperationsOf<'events'>>;
}
