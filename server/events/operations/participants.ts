import { audit } from '#server/audit/audit.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import { lockEventToLeave, lockManagedEvent, requireOwnEvent } from '#server/events/operations/authorize.ts';
import {
  countParticipants,
  findParticipant,
  listParticipantRows,
  markParticipantRemoved,
  participantOrder,
  readmitParticipant,
  setParticipantRole,
  type ParticipantRow,
} from '#server/events/participants-repository.ts';
import { canViewOthers } from '#server/events/policy.ts';
import { presentParticipant } from '#server/events/presenter.ts';
import { csvAnswer, csvTime, csvWord, type CsvColumns } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { fullName } from '#server/viewer.ts';

const participantColumns: CsvColumns<ParticipantRow> = {
  Name: ({ firstName, lastName }) => fullName(firstName, lastName),
  // A guest without an account has none.
  Email: ({ email }) => email,
  Role: ({ role }) => csvWord(role),
  Photos: ({ photosCount }) => photosCount,
  'Joined (UTC)': ({ joinedAt }) => csvTime(joinedAt),
  'Removed (UTC)': ({ removedAt }) => csvTime(removedAt),
};

export function participantCalls({ db }: Deps) {
  return {
    async listParticipants({ viewer, path, query }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      const filter = { eventId: event.id, q: query.q, role: query.role, removed: query.removed };
      const { rows, cursors } = await participantOrder.page({ sort: '-joined_at', ...query }, (range) =>
        listParticipantRows(db, filter, range),
      );
      const [total, removed] = await Promise.all([
        countParticipants(db, filter),
        countParticipants(db, { eventId: event.id, removed: true }),
      ]);
      return { status: 200, body: { items: rows.map(presentParticipant), ...cursors, total, removed } };
    },

    async updateParticipant({ viewer, path, body, request }) {
      const participant = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        if (await setParticipantRole(tx, event.id, path.userId, body.role)) {
          const detail = { user_id: path.userId, role: body.role };
          // Guests may see fewer photos than others.
          const galleryToggled = !canViewOthers('guest', event);
          await recordEventChange(tx, { action: 'event.change_participant', event, by: viewer, request, detail, galleryToggled });
        }
        return findParticipant(tx, event.id, path.userId);
      });
      if (!participant || participant.removedAt) throw notFound('participant');
      return { status: 200, body: presentParticipant(participant) };
    },

    async removeParticipant({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const left = path.userId === viewer.userId ? await lockEventToLeave(tx, path.id, viewer) : null;
        const event = left ?? (await lockManagedEvent(tx, path.id, viewer));
        if (await markParticipantRemoved(tx, event.id, path.userId, { hasLeft: left !== null })) {
          const change = left
            ? { action: 'event.leave' as const }
            : { action: 'event.remove_participant' as const, detail: { user_id: path.userId } };
          await recordEventChange(tx, { ...change, event, by: viewer, request, attendees: -1 });
        } else if (!(await findParticipant(tx, event.id, path.userId))) throw notFound('participant');
      });
      return { status: 204 };
    },

    async restoreParticipant({ viewer, path, request }) {
      const participant = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        // Participants who left join again by themselves.
        if ((await findParticipant(tx, event.id, path.userId))?.hasLeft) throw notFound('participant');
        if (await readmitParticipant(tx, event.id, path.userId)) {
          const detail = { user_id: path.userId };
          await recordEventChange(tx, { action: 'event.restore_participant', event, by: viewer, request, detail, attendees: 1 });
        }
        return findParticipant(tx, event.id, path.userId);
      });
      if (!participant) throw notFound('participant');
      return { status: 200, body: presentParticipant(participant) };
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
