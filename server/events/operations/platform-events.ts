// What super administrators do with events of all organizations: list, inspect, pause, end, delete and restore them.
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import { eventActionEmail, type EventActionEmail } from '#server/events/emails.ts';
import {
  countPlatformEvents,
  findPlatformEvent,
  listPlatformEventRows,
  platformEventOrder,
  type PlatformEventRow,
} from '#server/events/event-lists-repository.ts';
import { changeEvent, lockEvent, type EventChanges } from '#server/events/events-repository.ts';
import { canOverseeEvents, nextStatuses, RESTORABLE_DAYS } from '#server/events/policy.ts';
import { endedEvent, presentPlatformEvent } from '#server/events/presenter.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { emitEvents } from '#server/integrations/emit.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { withdrawMails } from '#server/mail/mails-repository.ts';
import { afterUndoWindow, queueMails } from '#server/mail/queue.ts';
import { listAdminsToMail } from '#server/notifications/repository.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_KEPT_DAYS = 365;

interface PlatformEventCall {
  viewer: Viewer;
  path: { id: string };
  request: FastifyRequest;
}

/** What becomes of an event; null: it is so already. */
interface PlatformEventAction {
  action: Extract<AuditAction, `event.${string}`>;
  changes: EventChanges;
  detail?: Record<string, unknown>;
  /** What its organization is written. */
  notify?: EventActionEmail['action'];
}

/** @throws {Problem} 403 */
function requireEventOverseer(viewer: Viewer): void {
  if (!canOverseeEvents(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
}

/** @throws {Problem} 404 */
export async function requirePlatformEvent(db: Queryable, id: string): Promise<PlatformEventRow> {
  const event = await findPlatformEvent(db, id);
  if (!event) throw notFound('event');
  return event;
}

export function platformCalls(deps: Deps) {
  const { db, config } = deps;

  async function tellOrganization(
    tx: Tx,
    event: PlatformEventRow,
    held: EventActionEmail['action'],
    request: FastifyRequest,
  ): Promise<void> {
    const about = `event-${held === 'paused' || held === 'resumed' ? 'held' : 'removed'}:${event.id}:`;
    // One who was not written of the pause, or of the removal, yet need not be written that it is over.
    const [unread] = await withdrawMails(tx, [about]);
    if (unread !== undefined && (held === 'resumed' || held === 'restored')) return;
    const url = appLink(config, `/organization/events/${event.id}`, ownPort(request, deps));
    const reason = held === 'removed' ? event.removalReason : event.pauseReason;
    const content = eventActionEmail({ action: held, eventName: event.name, reason, url });
    const admins = await listAdminsToMail(tx, event.organizationId, 'organization_decisions');
    const mails = admins.map(({ email }) => ({ key: `${about}${uuid7()}`, to: email, content }));
    await queueMails(deps, tx, mails, afterUndoWindow());
  }

  const hold = async (
    { viewer: asking, path, request }: PlatformEventCall,
    decide: (event: PlatformEventRow) => PlatformEventAction | null,
  ) => {
    const event = await db.transaction(async (tx) => {
      await lockEvent(tx, path.id, 'change');
      const before = await findPlatformEvent(tx, path.id);
      const viewer = before ? await refreshViewer(tx, asking, before.organizationId) : asking;
      requireEventOverseer(viewer);
      if (!before) throw notFound('event');
      const held = decide(before);
      if (!held) return before;
      await changeEvent(tx, before.id, held.changes);
      const after = await requirePlatformEvent(tx, before.id);
      if (held.changes.status === 'ended') await emitEvents(deps, tx, before.organizationId, [endedEvent(after)]);
      if (held.notify) await tellOrganization(tx, after, held.notify, request);
      const { action, detail } = held;
      await recordEventChange(tx, { action, event: before, by: viewer, request, ...(detail && { detail }) });
      return after;
    });
    return { status: 200 as const, body: presentPlatformEvent(event) };
  };

  return {
    async listPlatformEvents({ viewer, query }) {
      requireEventOverseer(viewer);
      const { sort = 'agenda', cursor, limit, ...filter } = query;
      const page = { sort, cursor, limit };
      const [{ rows, cursors }, total] = await Promise.all([
        platformEventOrder.page(page, (range) => listPlatformEventRows(db, filter, range)),
        countPlatformEvents(db, filter),
      ]);
      return { status: 200, body: { items: rows.map(presentPlatformEvent), ...cursors, total } };
    },

    async getPlatformEvent({ viewer, path }) {
      requireEventOverseer(viewer);
      return { status: 200, body: presentPlatformEvent(await requirePlatformEvent(db, path.id)) };
    },

    pauseEvent: (call) =>
      hold(call, ({ pausedAt, pauseReason }) => {
        const reason = call.body.reason.trim();
        if (pausedAt && pauseReason === reason) return null;
        return {
          action: 'event.pause',
          changes: { pausedAt: pausedAt ?? new Date(), pauseReason: reason },
          detail: { reason },
          notify: 'paused',
        };
      }),

    resumeEvent: (call) =>
      hold(call, ({ pausedAt }) =>
        pausedAt ? { action: 'event.resume', changes: { pausedAt: null, pauseReason: null }, notify: 'resumed' } : null,
      ),

    setPlatformEventStatus: (call) =>
      hold(call, ({ status: from }) => {
        const { status: to } = call.body;
        if (from === to) return null;
        if (from === 'draft' || from === 'archived' || !nextStatuses(from, false).includes(to))
          throw new Problem(409, 'status_not_allowed', `An event with status ${from} can’t change to ${to} here.`);
        return { action: 'event.update', changes: { status: to }, detail: { changed: ['status'], status: { from, to } } };
      }),

    setEventRetention: (call) =>
      hold(call, ({ deletedAt, restorableUntil, isOwnDeletion, removalReason }) => {
        const { deleted, restorable_until: wanted = null, reason: said } = call.body;
        if (deletedAt && !isOwnDeletion)
          throw new Problem(409, 'organization_deleted', 'This event was deleted with its organization. Restore the organization first.');
        // From then on its files may be on their way out.
        if (deletedAt && restorableUntil && restorableUntil.getTime() <= Date.now())
          throw new Problem(409, 'not_restorable', 'This event can no longer be restored.');
        if (!deleted) {
          const changes = { deletedAt: null, keptUntil: null, removalReason: null };
          return deletedAt && { action: 'event.restore', changes, ...(removalReason !== null && { notify: 'restored' }) };
        }
        if (!deletedAt && said === undefined) throw reasonMissing();
        const reason = said === undefined ? removalReason : (said?.trim() ?? null);
        const keptUntil = wanted === null ? null : requireDate(new Date(wanted));
        const usual = new Date((deletedAt ?? new Date()).getTime() + RESTORABLE_DAYS * DAY_MS);
        if (deletedAt && reason === removalReason && (keptUntil ?? usual).getTime() === restorableUntil?.getTime()) return null;
        return {
          action: deletedAt && (reason === null || removalReason !== null) ? 'event.move_retention' : 'event.delete',
          changes: { deletedAt: deletedAt ?? new Date(), keptUntil, removalReason: reason },
          detail: { restorable_until: (keptUntil ?? usual).toISOString(), ...(reason !== null && { reason }) },
          ...(reason !== null && reason !== removalReason && { notify: 'removed' }),
        };
      }),
  } satisfies Partial<OperationsOf<'events'>>;
}

function reasonMissing(): Problem {
  const message = 'is needed: its organization reads why the event is removed';
  return new Problem(422, 'invalid_request', `A reason ${message}.`, { errors: [{ field: 'body.reason', message }] });
}

function requireDate(until: Date): Date {
  const now = Date.now();
  if (until.getTime() >= now && until.getTime() <= now + LONGEST_KEPT_DAYS * DAY_MS) return until;
  const message = 'must lie between now and a year ahead';
  throw new Problem(422, 'date_not_allowed', `The day ${message}.`, { errors: [{ field: 'body.restorable_until', message }] });
}
