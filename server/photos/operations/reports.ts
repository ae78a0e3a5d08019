// Reports of photos: by everyone who sees them, decided by the event's organization.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import { requireOwnEvent, requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { canModerate } from '#server/events/policy.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem, tooManyAttempts } from '#server/http/problem.ts';
import type { ExplainedCount, RateLimits } from '#server/http/rate-limits.ts';
import { notifyInApp } from '#server/notifications/notify-in-app.ts';
import { listActiveMemberIds } from '#server/organizations/members-repository.ts';
import { listRemoved, lockPhotos } from '#server/photos/moderation-repository.ts';
import { photoDeleted, requireKnownPhoto, requireVisiblePhoto } from '#server/photos/operations/authorize.ts';
import { deleteEventPhotos, restoreEventPhotos } from '#server/photos/operations/deletion.ts';
import { findPhoto, findPhotos, type PhotoRow } from '#server/photos/photos-repository.ts';
import { canReportPhoto, MAX_OPEN_REPORTS, type PhotoReader } from '#server/photos/policy.ts';
import { presentOwnReport, presentReportedPhoto } from '#server/photos/presenter.ts';
import {
  closeReports,
  countOpenReports,
  countReportedPhotos,
  deleteOpenReport,
  findOwnReport,
  listReportedRows,
  listReports,
  listReportsOf,
  type NewReport,
  reopenReports,
  reportedOrder,
  upsertReport,
} from '#server/photos/reports-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

const MAX_REPORTS = 50;
/** Of one network address, which can have any number of guests. */
export const reportsOfAddress = ({ ip }: FastifyRequest): ExplainedCount => ({
  limit: { name: 'report of address', burst: 100, perHour: 60 },
  of: addressKey(ip),
  why: 'Many photos were reported from your network',
});
const REPORTS = { name: 'report', burst: 60, perHour: 60 };

interface Report extends Pick<NewReport, 'reporterId' | 'linkId' | 'visitorKeyHash' | 'contact'> {
  reason: components['schemas']['ReportReason'];
  text?: string | undefined;
}

export function reportCalls(deps: Deps, { limits }: { limits: Pick<RateLimits, 'count'> }) {
  const { db } = deps;

  return {
    async reportPhoto({ viewer, path, body, request }) {
      const { event, photo } = await requireReportable(db, path, viewer);
      await limits.count([{ limit: REPORTS, of: viewer.userId, why: 'You have reported many photos' }, reportsOfAddress(request)]);
      await db.transaction((tx) => fileReport(tx, event, photo, { ...body, reporterId: viewer.userId }, request));
      return { status: 200, body: await ownReport(path.photoId, viewer) };
    },

    async getPhotoReport({ viewer, path }) {
      const { event, photo, reader } = await requireKnownPhoto(db, path, viewer);
      if (!canReportPhoto(reader, event, photo)) throw notFound('photo');
      return { status: 200, body: await ownReport(photo.id, viewer) };
    },

    async withdrawPhotoReport({ viewer, path, request }) {
      const { event, photo, reader } = await requireKnownPhoto(db, path, viewer);
      if (!canReportPhoto(reader, event, photo)) throw notFound('photo');
      await db.transaction(async (tx) => {
        if (await deleteOpenReport(tx, photo.id, viewer.userId))
          await auditReport(tx, 'photo.withdraw_report', event, photo.id, viewer.userId, request);
      });
      return { status: 204 };
    },

    async listReportedPhotos({ viewer, path, query: { state = 'open', ...range } }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      const [{ rows, cursors }, open, total] = await Promise.all([
        reportedOrder.page({ sort: state === 'open' ? 'at' : '-at', ...range }, (page) =>
          listReportedRows(db, { eventId: event.id, state }, page),
        ),
        countReportedPhotos(db, event.id, 'open'),
        countReportedPhotos(db, event.id, state),
      ]);
      const ids = rows.map(({ id }) => id);
      const [photos, reports] = await Promise.all([findPhotos(db, ids, viewer.userId), listReports(db, ids, state)]);
      const reader: PhotoReader = { userId: viewer.userId, relation: 'organization' };
      const items = ids.flatMap((id) => {
        const photo = photos.find((one) => one.id === id);
        const its = reports.filter(({ photoId }) => photoId === id).slice(0, MAX_REPORTS);
        return photo ? [presentReportedPhoto(photo, its, reader, event)] : [];
      });
      return { status: 200, body: { items, ...cursors, total, open } };
    },

    async decidePhotoReports({ viewer, path, body, request }) {
      const { event } = await requireModerated(db, path.id, viewer);
      await db.transaction(async (tx) => {
        const [held] = await lockPhotos(tx, event.id, [path.photoId]);
        if (!held) throw notFound('photo');
        const decision = body.decision === 'remove' ? 'removed' : 'kept';
        const reporters = await closeReports(tx, held.id, { decision, decisionId: body.decision_id, by: viewer.userId });
        if (reporters === null) return;
        const others = reporters.filter((userId) => userId !== viewer.userId);
        await notifyInApp(tx, others, 'photo_reports', decidedNotice[decision](event));
        if (decision === 'kept') return auditReport(tx, 'photo.keep_reported', event, held.id, viewer.userId, request);
        if (held.deletedAt) return;
        const removal = { removalId: body.decision_id, action: 'photo.remove_reported' as const };
        const options = { userId: viewer.userId, toTrash: true, request, ...removal };
        await deleteEventPhotos(tx, event, [held.id], options);
      });
      return { status: 200, body: await reportedPhoto(event, path.photoId, viewer) };
    },

    async reopenPhotoReports({ viewer, path, body, request }) {
      const { event } = await requireModerated(db, path.id, viewer);
      await db.transaction(async (tx) => {
        const [held] = await lockPhotos(tx, event.id, [path.photoId]);
        if (!held) throw notFound('photo');
        const { decision, reporters } = await reopenReports(tx, held.id, body.decision_id);
        if (decision === null) return;
        const others = reporters.filter((userId) => userId !== viewer.userId);
        await notifyInApp(tx, others, 'photo_reports', reopenedNotice(event));
        await auditReport(tx, 'photo.reopen_reports', event, held.id, viewer.userId, request);
        // Nothing if it was deleted otherwise.
        const removed = await listRemoved(tx, { eventId: event.id, uploaderId: held.uploaderId, removalId: body.decision_id });
        await restoreEventPhotos(deps, tx, event, removed, { userId: viewer.userId, request, action: 'photo.restore' });
      });
      return { status: 200, body: await reportedPhoto(event, path.photoId, viewer) };
    },
  } satisfies Partial<OperationsOf<'photos'>>;

  async function ownReport(photoId: string, { userId }: Viewer) {
    const report = await findOwnReport(db, photoId, userId);
    if (!report) throw notFound('report');
    return presentOwnReport(report);
  }

  async function reportedPhoto(event: EventRow, photoId: string, { userId }: Viewer) {
    const [photo, reports] = await Promise.all([findPhoto(db, photoId, userId), listReportsOf(db, photoId, MAX_REPORTS)]);
    if (photo?.eventId !== event.id) throw notFound('photo');
    return presentReportedPhoto(photo, reports, { userId, relation: 'organization' }, event);
  }
}

async function requireReportable(db: Queryable, path: { id: string; photoId: string }, viewer: Viewer) {
  const found = await requireVisiblePhoto(db, path, viewer);
  if (!canReportPhoto(found.reader, found.event, found.photo)) throw notFound('photo');
  return found;
}

async function requireModerated(db: Queryable, eventId: string, viewer: Viewer) {
  const found = await requireVisibleEvent(db, eventId, viewer);
  if (!canModerate(found.relation, found.event)) throw forbidden('Only this event’s organization can do this.');
  return found;
}

const auditReport = (
  tx: Tx,
  action: Extract<AuditAction, `photo.${string}`>,
  { id, organizationId }: EventRow,
  subjectId: string,
  actorId: string | null,
  request: FastifyRequest,
) => audit(tx, { action, actorId, subjectType: 'photo', subjectId, organizationId, request, detail: { event_id: id } });

/**
 * Writes or changes a report, and notifies the organization of a new one.
 * @param photo which the reporter sees
 * @throws {Problem} 422 `text_required`, 410 `photo_deleted`, 429
 */
export async function fileReport(
  tx: Tx,
  event: EventRow,
  photo: PhotoRow,
  { reporterId, linkId, visitorKeyHash, contact, reason, text = '' }: Report,
  request: FastifyRequest,
): Promise<void> {
  if (reason === 'other' && text.trim() === '') {
    const errors = [{ field: 'body.text', message: 'is required for this reason' }];
    throw new Problem(422, 'text_required', 'Say what is wrong with the photo.', { errors });
  }
  // A report and its decision don't pass each other.
  const [held] = await lockPhotos(tx, event.id, [photo.id]);
  if (!held || held.deletedAt) throw photoDeleted();
  if ((await countOpenReports(tx, event.id)) >= MAX_OPEN_REPORTS) throw tooManyAttempts(60_000, 'Too many photos are reported');
  const row = { id: uuid7(), eventId: event.id, photoId: photo.id, reporterId, linkId, visitorKeyHash, reason };
  const isNew = await upsertReport(tx, { ...row, text: text.trim(), contact: contact?.trim() || null });
  if (!isNew) return;
  await auditReport(tx, 'photo.report', event, photo.id, reporterId ?? null, request);
  const people = (await listActiveMemberIds(tx, event.organizationId)).filter((userId) => userId !== reporterId);
  await notifyInApp(tx, people, 'photo_reports', {
    title: `A photo of ${event.name} was reported`,
    body: reportedBodies[reason],
    link: `/organization/events/${event.id}?tab=moderation&view=reported`,
  });
}

const reportedBodies: Record<Report['reason'], string> = {
  in_photo: 'Someone is in it and wants it removed. Remove the photo or keep it.',
  not_here: 'Someone says that it should not be here. Remove the photo or keep it.',
  other: 'Read the report, then remove the photo or keep it.',
};

const reopenedNotice = (event: EventRow) => ({
  title: `${event.organizationName} is looking at your report again`,
  body: `They took back their decision on the photo of ${event.name} that you reported.`,
  link: `/event/${event.id}/gallery`,
});

const decidedNotice = {
  kept: (event: EventRow) => ({
    title: `${event.organizationName} kept the photo that you reported`,
    body: `They looked at your report of a photo of ${event.name} and decided to keep the photo.`,
    link: `/event/${event.id}/gallery`,
  }),
  removed: (event: EventRow) => ({
    title: `${event.organizationName} removed the photo that you reported`,
    body: `The photo is no longer in the gallery of ${event.name}.`,
    link: `/event/${event.id}/gallery`,
  }),
};
