// Lists of events and of their participants as files.
import { audit } from '#server/audit/audit.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { eventOrder, listOrganizationRows } from '#server/events/event-lists-repository.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import { requireOwnEvent } from '#server/events/operations/authorize.ts';
import { listParticipantRows, participantOrder, type ParticipantRow } from '#server/events/participants-repository.ts';
import { canRunEvents } from '#server/events/policy.ts';
import { csvAnswer, csvTime, type CsvColumns } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { findOrganization } from '#server/organizations/repository.ts';
import { fullName } from '#server/viewer.ts';

const eventColumns: CsvColumns<EventRow> = {
  Name: ({ name }) => name,
  Status: ({ status, deletedAt }) => (deletedAt ? 'deleted' : status === 'active' ? 'open' : status),
  Visibility: ({ type }) => type,
  'Starts (UTC)': ({ startsAt }) => csvTime(startsAt),
  'Duration (hours)': ({ durationHours }) => durationHours,
  'Time zone': ({ timeZone }) => timeZone,
  Location: ({ location }) => location,
  Photos: ({ photosCount }) => photosCount,
  Participants: ({ attendeesCount }) => attendeesCount,
  'Created (UTC)': ({ createdAt }) => csvTime(createdAt),
  ID: ({ id }) => id,
};

const participantColumns: CsvColumns<ParticipantRow> = {
  Name: ({ firstName, lastName }) => fullName(firstName, lastName),
  // A guest without an account has none.
  Email: ({ email }) => email,
  Role: ({ role }) => role,
  Photos: ({ photosCount }) => photosCount,
  'Joined (UTC)': ({ joinedAt }) => csvTime(joinedAt),
  'Removed (UTC)': ({ removedAt }) => csvTime(removedAt),
};

export function eventExportCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async exportOrganizationEvents({ viewer, path: { orgId }, query, request }) {
      const organization = canRunEvents(viewer, orgId) ? await findOrganization(db, orgId) : undefined;
      if (!organization) throw notFound('organization');
      const { sort = 'agenda', ...filter } = query;
      const subject = { subjectType: 'organization', subjectId: orgId, organizationId: orgId };
      await audit(db, { action: 'organization.export_events', actorId: viewer.userId, ...subject, request });
      const rows = allRows((page) =>
        eventOrder.page({ ...page, sort }, (range) => listOrganizationRows(db, { organizationId: orgId, ...filter }, viewer.userId, range)),
      );
      return csvAnswer(['events', organization.name], eventColumns, rows);
    },

    async exportParticipants({ viewer, path, query, request }) {
      const { id, name, organizationId } = await requireOwnEvent(db, path.id, viewer);
      // Addresses leave the server.
      const subject = { subjectType: 'event', subjectId: id, organizationId };
      await audit(db, { action: 'event.export_participants', actorId: viewer.userId, ...subject, request });
      const rows = allRows((page) =>
        participantOrder.page({ ...page, sort: '-joined_at' }, (range) => listParticipantRows(db, { eventId: id, ...query }, range)),
      );
      return csvAnswer(['participants', name], participantColumns, rows);
    },
  } satisfies Partial<OperationsOf<'events'>>;
}
