import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import { requireRoomForEvent, requireStorageForEvent } from '#server/billing/limits.ts';
import { planOf } from '#server/billing/plans-repository.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import {
  countOrganizationEvents,
  eventOrder,
  listEnterable,
  listOrganizationRows,
  sortOfScope,
} from '#server/events/event-lists-repository.ts';
import {
  changeEvent,
  countHidden,
  type EventChanges,
  type EventInsert,
  type EventRow,
  findEvent,
  insertEvent,
  isUsableCover,
} from '#server/events/events-repository.ts';
import { generateUnusedCodes, replaceJoinCode } from '#server/events/invitations-repository.ts';
import { queueReveal } from '#server/events/jobs.ts';
import { lockManagedEvent, organizationSuspended, requireKnownEvent, requireOwnEvent } from '#server/events/operations/authorize.ts';
import {
  listDailyCounts,
  listEventsWithWaitingPhotos,
  listOverdueEvents,
  readEventNumbers,
  sumGalleries,
} from '#server/events/overview-repository.ts';
import {
  canRestoreEvent,
  canRunEvents,
  eventAccessOf,
  eventRoleOf,
  isDueToEnd,
  isGalleryOpen,
  isOverdue,
  isUntouched,
  nextStatuses,
  viewsEvents,
} from '#server/events/policy.ts';
import { endedEvent, presentEvent } from '#server/events/presenter.ts';
import { csvAnswer, type CsvColumns, csvTime, csvWord } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { emitEvents } from '#server/integrations/emit.ts';
import { lockOrganizationForViewer } from '#server/organizations/access.ts';
import { countMemberInvitations } from '#server/organizations/members-repository.ts';
import { countMembers } from '#server/organizations/members-repository.ts';
import { canManageMembers } from '#server/organizations/policy.ts';
import { findOrganization, lockOrganization, type OrganizationRow } from '#server/organizations/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** As on the screen. */
function statusWord(event: EventRow): string {
  if (event.deletedAt) return 'Deleted';
  if (isOverdue(event, new Date())) return event.endsAutomatically ? 'Ending' : 'Overdue';
  return event.status === 'active' ? 'Open' : csvWord(event.status);
}

const joinPolicyWords: Record<EventRow['joinPolicy'], string> = {
  code: 'Join with code',
  invited: 'Invited only',
  closed: 'Joining closed',
};

const eventColumns: CsvColumns<EventRow> = {
  Event: ({ name }) => name,
  Status: statusWord,
  Visibility: ({ type }) => csvWord(type),
  'Start (UTC)': ({ startsAt }) => csvTime(startsAt),
  'Duration (hours)': ({ durationHours }) => durationHours,
  'Time zone': ({ timeZone }) => timeZone,
  Place: ({ location }) => location,
  Photos: ({ photosCount }) => photosCount,
  Participants: ({ attendeesCount }) => attendeesCount,
  'Who can join': ({ joinPolicy }) => joinPolicyWords[joinPolicy],
  'Created (UTC)': ({ createdAt }) => csvTime(createdAt),
  'Deleted (UTC)': ({ deletedAt }) => csvTime(deletedAt),
  ID: ({ id }) => id,
};

export function eventCalls(deps: Deps) {
  const { db, jobs } = deps;
  const announceGuestEnd = (tx: Tx, eventId: string, runAt: Date) =>
    jobs.add(tx, 'announce-guest-end', { eventId }, { key: `announce-guest-end:${eventId}`, runAt });

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
      // Hides from outsiders whether the organization exists.
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
      const [{ counts }, sums, { plan }, pending, reported, pastTheirEnd, days, members, invitations] = await Promise.all([
        countOrganizationEvents(db, { organizationId: orgId }),
        sumGalleries(db, orgId),
        planOf(db, orgId),
        listEventsWithWaitingPhotos(db, orgId, 'pending'),
        listEventsWithWaitingPhotos(db, orgId, 'reported'),
        listOverdueEvents(db, orgId),
        listDailyCounts(db, orgId, query.time_zone ?? 'UTC'),
        countMembers(db, { organizationId: orgId }),
        // For those who can send them again.
        canManageMembers(viewer, orgId) ? countMemberInvitations(db, { organizationId: orgId }) : null,
      ]);
      const people = { staff: members.counts.active, expired_invitations: invitations?.counts.expired ?? 0 };
      const room = { ...sums, storage_limit: plan.maxStorageBytes };
      return { status: 200, body: { events: counts, ...room, ...people, pending, reported, past_their_end: pastTheirEnd, days } };
    },

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

    async getEvent({ viewer, path }) {
      const { event, relation } = await requireKnownEvent(db, path.id, viewer);
      const hidden = await countHidden(db, [{ event, relation }], viewer.userId);
      return { status: 200, body: presentEvent(event, relation, hidden(event)) };
    },

    async createEvent({ viewer, body, request }) {
      const event = await db.transaction(async (tx) => {
        // Locked, so that an organization that is being deleted gets no new event.
        const now = await lockOrganizationForViewer(tx, body.organization_id, viewer);
        const organization = canRunEvents(now, body.organization_id) ? await findOrganization(tx, body.organization_id) : undefined;
        if (!organization) throw notFound('organization');
        requireActive(organization);
        await requireRoomForEvent(tx, organization.id);
        await requireStorageForEvent(tx, organization.id);
        const [joinCode = ''] = await generateUnusedCodes(tx, 1);
        const made = newEvent(organization, body, joinCode);
        await insertEvent(tx, made);
        if (made.revealsAt) await queueReveal(jobs, tx, made.id, made.revealsAt);
        if (made.guestUntil) await announceGuestEnd(tx, made.id, made.guestUntil);
        await audit(tx, {
          action: 'event.create',
          actorId: viewer.userId,
          subjectType: 'event',
          subjectId: made.id,
          organizationId: organization.id,
          request,
        });
        return findEvent(tx, made.id, viewer.userId);
      });
      if (!event) throw new Error('an event vanished in the transaction that made it');
      return { status: 201, body: presentEvent(event, 'organization', 0) };
    },

    async updateEvent({ viewer, path, body, request }) {
      const event = await db.transaction(async (tx) => {
        const before = await lockManagedEvent(tx, path.id, viewer);
        const changes = keepReopenedEventOpen(before, actualChanges(before, body), new Date());
        if (changes.status !== undefined && !nextStatuses(before.status, isUntouched(before)).includes(changes.status)) {
          throw statusNotAllowed(before, changes.status);
        }
        if (changes.coverPhotoId && !(await isUsableCover(tx, before.id, changes.coverPhotoId))) throw coverNotUsable();
        if (Object.keys(changes).length === 0) return before;
        if (changes.status && isOver(before.status) && !isOver(changes.status)) await requireRoomForEvent(tx, before.organizationId);
        await changeEvent(tx, before.id, changes);
        if (changes.revealsAt) await queueReveal(jobs, tx, before.id, changes.revealsAt);
        if (changes.guestUntil) await announceGuestEnd(tx, before.id, changes.guestUntil);
        const now = new Date();
        const after = { ...before, ...changes };
        if (changes.status === 'ended') await emitEvents(deps, tx, before.organizationId, [endedEvent(after)]);
        const guestsTurned = after.guestAccess !== before.guestAccess || after.guestUntil !== before.guestUntil;
        const galleryTurned = isGalleryOpen(after, now) !== isGalleryOpen(before, now) || guestsTurned;
        await recordEventChange(tx, {
          action: 'event.update',
          event: before,
          by: viewer,
          request,
          detail: detailOf(before, changes),
          galleryToggled: galleryTurned,
        });
        return findEvent(tx, before.id, viewer.userId);
      });
      if (!event) throw new Error('an event disappeared while it was locked');
      return { status: 200, body: presentEvent(event, 'organization', 0) };
    },

    async deleteEvent({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer, { deletedToo: true });
        if (event.deletedAt) return;
        await changeEvent(tx, event.id, { deletedAt: new Date() });
        await recordEventChange(tx, { action: 'event.delete', event, by: viewer, request });
      });
      return { status: 204 };
    },

    async restoreEvent({ viewer, path, request }) {
      const event = await db.transaction(async (tx) => {
        // Locked, so that an organization that is being deleted gets no event back. Before the event, in the same order as its deletion.
        const known = await findEvent(tx, path.id, viewer.userId);
        if (known) await lockOrganization(tx, known.organizationId);
        const before = await lockManagedEvent(tx, path.id, viewer, { deletedToo: true });
        if (!before.deletedAt) return before;
        if (!canRestoreEvent(before))
          throw new Problem(403, 'removed_by_platform', 'The platform’s admins removed this event. Only they can restore it.');
        if (!isOver(before.status)) await requireRoomForEvent(tx, before.organizationId);
        await changeEvent(tx, before.id, { deletedAt: null, keptUntil: null });
        await recordEventChange(tx, { action: 'event.restore', event: before, by: viewer, request });
        return findEvent(tx, before.id, viewer.userId);
      });
      if (!event) throw new Error('an event disappeared while it was locked');
      return { status: 200, body: presentEvent(event, 'organization', 0) };
    },

    async renewJoinCode({ viewer, path, request }) {
      const event = await db.transaction(async (tx) => {
        const before = await lockManagedEvent(tx, path.id, viewer);
        const [code = ''] = await generateUnusedCodes(tx, 1);
        await replaceJoinCode(tx, before.id, before.joinCode, code);
        await recordEventChange(tx, { action: 'event.renew_code', event: before, by: viewer, request });
        return findEvent(tx, before.id, viewer.userId);
      });
      if (!event) throw new Error('an event disappeared while it was locked');
      return { status: 200, body: presentEvent(event, 'organization', 0) };
    },

    async publishGallery({ viewer, path, body, request }) {
      const event = await db.transaction(async (tx) => {
        const before = await lockManagedEvent(tx, path.id, viewer);
        if ((before.publishedAt !== null) === body.published) return before;
        const publishedAt = body.published ? new Date() : null;
        await changeEvent(tx, before.id, { publishedAt });
        const now = new Date();
        const galleryTurned = isGalleryOpen({ ...before, publishedAt }, now) !== isGalleryOpen(before, now);
        const action = body.published ? 'event.publish_gallery' : 'event.withdraw_gallery';
        await recordEventChange(tx, { action, event: before, by: viewer, request, galleryToggled: galleryTurned });
        return findEvent(tx, before.id, viewer.userId);
      });
      if (!event) throw new Error('an event disappeared while it was locked');
      return { status: 200, body: presentEvent(event, 'organization', 0) };
    },

    async getEventNumbers({ viewer, path }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      return { status: 200, body: await readEventNumbers(db, event.id) };
    },
  } satisfies Partial<OperationsOf<'events'>>;
}

/** Takes no place of those that a plan has for events. */
const isOver = (status: Schemas['EventStatus']) => status === 'ended' || status === 'archived';

function requireActive({ status }: OrganizationRow): void {
  if (status === 'suspended') throw organizationSuspended();
  if (status === 'pending') throw new Problem(403, 'organization_pending', 'This organization hasn’t been approved yet.');
}

/** Omitted values come from the organization's settings. */
function newEvent(organization: OrganizationRow, body: Schemas['CreateEventRequest'], joinCode: string): EventInsert {
  const status = body.status ?? 'draft';
  const startsAt = new Date(body.starts_at);
  const durationHours = body.duration ?? organization.defaultEventDurationHours;
  // One that is opened when its time is over is wanted open.
  const endsAutomatically = (body.ends_automatically ?? true) && !isOverdue({ status, startsAt, durationHours }, new Date());
  return {
    id: uuid7(),
    organizationId: organization.id,
    name: body.name.trim(),
    description: body.description ?? '',
    type: body.type ?? organization.defaultEventType,
    status,
    startsAt,
    durationHours,
    timeZone: body.time_zone ?? null,
    endsAutomatically,
    location: body.location ?? '',
    joinCode,
    joinPolicy: body.join_policy ?? 'code',
    joinIdentity: body.join_identity ?? 'name',
    requireApproval: body.require_approval ?? organization.defaultRequireApproval,
    autoGallery: body.auto_gallery ?? organization.defaultAutoGallery,
    revealsAt: body.reveals_at ? new Date(body.reveals_at) : null,
    allowDownloads: body.allow_downloads ?? organization.defaultAllowDownloads,
    guestAccess: body.guest_access ?? 'view_and_capture',
    guestUntil: body.guest_until ? new Date(body.guest_until) : null,
    guestDownloads: body.guest_downloads ?? true,
    retentionDays: body.photo_retention_days ?? null,
    retentionScope: body.photo_retention_scope ?? 'originals',
  };
}

/** What the request names and is not so already. */
function actualChanges(event: EventRow, body: Schemas['UpdateEventRequest']): EventChanges {
  const named: EventChanges = {
    name: body.name?.trim(),
    description: body.description,
    type: body.type,
    status: body.status,
    startsAt: body.starts_at === undefined ? undefined : new Date(body.starts_at),
    // The database stores durations in single precision.
    durationHours: body.duration === undefined ? undefined : Math.fround(body.duration),
    timeZone: body.time_zone,
    endsAutomatically: body.ends_automatically,
    location: body.location,
    coverPhotoId: body.cover_photo_id,
    joinPolicy: body.join_policy,
    joinIdentity: body.join_identity,
    requireApproval: body.require_approval,
    autoGallery: body.auto_gallery,
    revealsAt: typeof body.reveals_at === 'string' ? new Date(body.reveals_at) : body.reveals_at,
    allowDownloads: body.allow_downloads,
    guestAccess: body.guest_access,
    guestUntil: body.guest_until == null ? body.guest_until : new Date(body.guest_until),
    guestDownloads: body.guest_downloads,
    retentionDays: body.photo_retention_days,
    retentionScope: body.photo_retention_scope,
  };
  const coverPhotoId = event.coverPhotoId ?? event.hiddenCoverPhotoId;
  const known: EventChanges = { ...event, coverPhotoId, durationHours: Math.fround(event.durationHours) };
  const isNew = (key: keyof EventChanges) => named[key] !== undefined && plain(named[key]) !== plain(known[key]);
  return Object.fromEntries(Object.entries(named).filter(([key]) => isNew(key as keyof EventChanges)));
}

/** An event that is reopened after its end time stays open: the automatic end would close it again at once. */
function keepReopenedEventOpen(before: EventRow, changes: EventChanges, now: Date): EventChanges {
  const opens = changes.status === 'live' || changes.status === 'active';
  const after = { ...before, ...changes };
  const isOver = before.status === 'ended' || before.status === 'archived' ? isOverdue(after, now) : isDueToEnd(after, now);
  return opens && after.endsAutomatically && isOver ? { ...changes, endsAutomatically: false } : changes;
}

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);

function detailOf(before: EventRow, changes: EventChanges): Record<string, unknown> {
  const status = changes.status && { from: before.status, to: changes.status };
  return { changed: Object.keys(changes), ...(status && { status }) };
}

function statusNotAllowed(event: EventRow, status: Schemas['EventStatus']): Problem {
  const detail =
    status === 'draft' && (event.status === 'live' || event.status === 'active')
      ? 'An event with participants or photos can’t become a draft again.'
      : `An event with status ${event.status} can’t change to ${status}.`;
  return new Problem(409, 'status_not_allowed', detail);
}

function coverNotUsable(): Problem {
  const message = 'must be a ready and approved photo of this event, in no hidden section';
  return new Problem(422, 'cover_not_usable', `The cover ${message}.`, { errors: [{ field: 'body.cover_photo_id', message }] });
}
