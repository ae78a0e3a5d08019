import type { FastifyRequest } from 'fastify';
import { auditAll } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { coverCleared, lastChangeSeq, recordChanges } from '#server/events/changes-repository.ts';
import { clearCover, type EventRow } from '#server/events/events-repository.ts';
import { requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { canModerate } from '#server/events/policy.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, Problem } from '#server/http/problem.ts';
import { emitEvents } from '#server/integrations/emit.ts';
import {
  claimPending,
  clearDecision,
  countQueue,
  lockPhotos,
  releaseClaims,
  setDecision,
  setRejectionReason,
} from '#server/photos/moderation-repository.ts';
import { photoDeleted, requireKnownPhoto } from '#server/photos/operations/authorize.ts';
import { findPhotos, type PhotoRow } from '#server/photos/photos-repository.ts';
import { isShown, type ModerationDecision, normalizeReason, type PhotoReader, resolveDecision } from '#server/photos/policy.ts';
import { moderatorOf, presentPhoto } from '#server/photos/presenter.ts';
import { accountOf, type Viewer } from '#server/viewer.ts';

const actions = { approved: 'photo.approve', rejected: 'photo.reject', pending: 'photo.reconsider' } as const;
const MOST_TAKEN = 10;

export function moderationCalls(deps: Deps) {
  const { db } = deps;
  /**
   * Decides on photos of one event in one transaction.
   * @returns ids with the requested status, and ids that another moderator decided first; deleted photos are in neither
   */
  const decide = (call: { viewer: Viewer; request: FastifyRequest }, event: EventRow, ids: readonly string[], wish: ModerationDecision) =>
    db.transaction(async (tx) => {
      const held = (await lockPhotos(tx, event.id, ids)).filter((photo) => !photo.deletedAt);
      const idsOf = (verdict: ReturnType<typeof resolveDecision>) =>
        held.filter((photo) => resolveDecision(photo, wish) === verdict).map((photo) => photo.id);
      const [moved, explained] = [idsOf('move'), idsOf('explain')];
      const done = [...moved, ...explained, ...idsOf('keep')];
      const touched = held.filter((photo) => moved.includes(photo.id) || explained.includes(photo.id));
      if (touched.length === 0) return { done, conflicts: idsOf('conflict') };

      const reason = wish.reason ?? null;
      if (wish.status === 'pending') await clearDecision(tx, moved, wish.by);
      else await setDecision(tx, moved, { by: wish.by, status: wish.status, reason: wish.status === 'rejected' ? reason : null });
      await setRejectionReason(tx, explained, reason);
      const isCoverGone = wish.status !== 'approved' && (await clearCover(tx, event.id, moved));
      const status = wish.status;
      if (status === 'approved') {
        // Webhooks hear of a photo when its original arrives.
        const arrived = touched.filter((photo) => moved.includes(photo.id) && !photo.awaitsOriginal);
        const approved = arrived.map(({ id }) => ({ type: 'photo.approved' as const, data: { id, event_id: event.id, status } }));
        await emitEvents(deps, tx, event.organizationId, approved);
      }
      await auditAll(
        tx,
        touched.map((photo) => ({
          action: actions[wish.status],
          actorId: call.viewer.userId,
          subjectType: 'photo',
          subjectId: photo.id,
          organizationId: event.organizationId,
          request: call.request,
          detail: { was: photo.status, ...(wish.reason ? { reason: wish.reason } : {}) },
        })),
      );
      const changes = touched.map((photo) => ({ kind: 'changed' as const, photoId: photo.id, wasShown: isShown(photo) }));
      await recordChanges(tx, event.id, isCoverGone ? [...changes, coverCleared] : changes);
      return { done, conflicts: idsOf('conflict') };
    });

  const decideOnOne = async (
    call: { path: { id: string; photoId: string }; viewer: Viewer; request: FastifyRequest },
    wish: Omit<ModerationDecision, 'by'>,
  ) => {
    const { event, reader } = await requireModerator(db, call.path.id, call.viewer);
    const { photo } = await requireKnownPhoto(db, call.path, call.viewer);
    const { done } = await decide(call, event, [photo.id], { ...wish, by: accountOf(call.viewer) });
    const [decided] = await findPhotos(db, done, call.viewer.userId);
    if (!decided) throw photoDeleted();
    return { status: 200 as const, body: presentPhoto(decided, reader, event) };
  };

  return {
    async takeModeration({ viewer, path, body }) {
      const { event, reader } = await requireModerator(db, path.id, viewer);
      const streamPosition = await lastChangeSeq(db, event.id);
      const limit = body.limit ?? MOST_TAKEN;
      const ids = await db.transaction(async (tx) => {
        if (limit > 0) return claimPending(tx, event.id, viewer.userId, limit);
        await releaseClaims(tx, event.id, viewer.userId);
        return [];
      });
      const queue = await countQueue(db, event.id, viewer.userId);
      const items = inOrder(ids, await findPhotos(db, ids, viewer.userId)).map((photo) => presentPhoto(photo, reader, event));
      const { pending, withOthers, moderators } = queue;
      return { status: 200, body: { items, pending, with_others: withOthers, moderators, stream_position: streamPosition } };
    },

    async moderatePhotos(call) {
      const { viewer, path, body } = call;
      const { event, reader } = await requireModerator(db, path.id, viewer);
      const wish = { by: accountOf(viewer), status: body.status, expected: body.expected, reason: normalizeReason(body.reason) };
      const { done, conflicts } = await decide(call, event, body.ids, wish);
      const found = await findPhotos(db, [...done, ...conflicts], viewer.userId);
      const present = (photo: PhotoRow) => presentPhoto(photo, reader, event);
      const as = (ids: string[]) => inOrder(body.ids, found).filter((photo) => ids.includes(photo.id));
      const answer = {
        moderated: as(done).map(present),
        conflicts: as(conflicts).map((photo) => ({ photo: present(photo), moderated_by: moderatorOf(photo) })),
      };
      return { status: 200, body: answer };
    },

    approvePhoto: (call) => decideOnOne(call, { status: 'approved' }),
    rejectPhoto: (call) => decideOnOne(call, { status: 'rejected', reason: normalizeReason(call.body.reason) }),
  } satisfies Partial<OperationsOf<'photos'>>;
}

/**
 * @throws {Problem} 404 when the event is hidden from them, 403 when they may not decide on its photos
 */
async function requireModerator(db: Queryable, eventId: string, viewer: Viewer): Promise<{ event: EventRow; reader: PhotoReader }> {
  const { event, relation } = await requireVisibleEvent(db, eventId, viewer);
  if (canModerate(relation, event)) return { event, reader: { userId: viewer.userId, relation } };
  if (relation === 'organization' && event.organizationStatus === 'suspended') {
    throw new Problem(
      403,
      'organization_suspended',
      `${event.organizationName} is suspended. You can view its events, but not change them.`,
    );
  }
  throw forbidden('Only the organization can moderate this event’s photos.');
}

/** As they were asked for; those that are not there any more are left out. */
function inOrder(ids: readonly string[], found: readonly PhotoRow[]): PhotoRow[] {
  const byId = new Map(found.map((photo) => [photo.id, photo]));
  return ids.map((id) => byId.get(id)).filter((photo) => photo !== undefined);
}
