// Photos of any event for super administrators: list, take down, put back.
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { PlatformEventRow } from '#server/events/event-lists-repository.ts';
import { requirePlatformEvent } from '#server/events/operations/platform-events.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { withdrawMails } from '#server/mail/mails-repository.ts';
import { afterUndoWindow, queueMails } from '#server/mail/queue.ts';
import { findMandatoryRecipient, listAdminsToMail } from '#server/notifications/repository.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { takeDownEmail } from '#server/photos/emails.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import { lockPhotos } from '#server/photos/moderation-repository.ts';
import { superAdminsOnly, photoDeleted } from '#server/photos/operations/authorize.ts';
import { restoreEventPhotos, deleteEventPhotos } from '#server/photos/operations/deletion.ts';
import { findPhoto, type PhotoRow } from '#server/photos/photos-repository.ts';
import { canInspectPhotos, canTakeDownPhoto } from '#server/photos/policy.ts';
import { presentPlatformPhoto } from '#server/photos/presenter.ts';
import { uuid7 } from '#server/uuid.ts';
import { fullName } from '#server/viewer.ts';

const everything = { from: null, to: null, uploaderId: null, liked: false, status: null, sectionId: null };
const takeDownMailPrefix = (photoId: string) => `taken-down:${photoId}:`;

type PhotoCall = Call<'takeDownPhoto'> | Call<'putPhotoBack'>;

export function platformPhotoCalls(deps: Deps) {
  const { db, config } = deps;

  /** Locks a photo and rereads the viewer's rights. */
  async function holdPhoto(tx: Tx, { viewer: asking, path }: PhotoCall) {
    if (!canTakeDownPhoto(asking)) throw superAdminsOnly();
    const event = await requirePlatformEvent(tx, path.id);
    // The right may have been revoked during the wait for the lock.
    await lockPhotos(tx, event.id, [path.photoId]);
    const viewer = await refreshViewer(tx, asking, event.organizationId);
    if (!canTakeDownPhoto(viewer)) throw superAdminsOnly();
    const photo = await findPhoto(tx, path.photoId, null);
    if (photo?.eventId !== event.id) throw notFound('photo');
    return { event, photo, viewer };
  }

  async function tell(tx: Tx, event: PlatformEventRow, photo: PhotoRow, { body, request }: Call<'takeDownPhoto'>): Promise<void> {
    const linkTo = (path: string) => appLink(config, path, ownPort(request, deps));
    const about = { eventName: event.name, takenAt: photo.takenAt, reason: body.reason.trim() };
    const author = await findMandatoryRecipient(tx, photo.uploaderId);
    const admins = await listAdminsToMail(tx, event.organizationId, 'organization_decisions');
    const name = fullName(photo.uploaderFirstName, photo.uploaderLastName);
    const letters = [
      ...(author
        ? [{ to: author.email, content: takeDownEmail({ ...about, author: 'reader', url: linkTo('/dashboard/feedback-support') }) }]
        : []),
      ...admins
        .filter(({ userId }) => userId !== photo.uploaderId)
        .map(({ email: to }) => ({
          to,
          content: takeDownEmail({ ...about, author: { name }, url: linkTo(`/organization/events/${event.id}`) }),
        })),
    ];
    const mails = letters.map((letter) => ({ key: `${takeDownMailPrefix(photo.id)}${uuid7()}`, ...letter }));
    await queueMails(deps, tx, mails, afterUndoWindow());
  }

  return {
    async listPlatformPhotos({ viewer, path, query, request }) {
      if (!canInspectPhotos(viewer)) throw superAdminsOnly();
      const event = await requirePlatformEvent(db, path.id);
      const view = { eventId: event.id, userId: viewer.userId, scope: 'everything', filters: everything } as const;
      const { rows, cursors } = await galleryOrder.page({ sort: '-taken_at', ...query }, (range) => listGallery(db, view, range));
      const { id: subjectId, organizationId } = event;
      await audit(db, { action: 'event.inspect', actorId: viewer.userId, subjectType: 'event', subjectId, organizationId, request });
      return { status: 200, body: { items: rows.map(presentPlatformPhoto), ...cursors } };
    },

    async takeDownPhoto(call) {
      await db.transaction(async (tx) => {
        const { event, photo, viewer } = await holdPhoto(tx, call);
        const takeDown = { reason: call.body.reason.trim(), authorId: photo.uploaderId };
        const [taken] = await deleteEventPhotos(tx, event, [photo.id], { userId: viewer.userId, request: call.request, takeDown });
        if (taken) await tell(tx, event, photo, call);
      });
      return { status: 204 };
    },

    async putPhotoBack(call) {
      await db.transaction(async (tx) => {
        const { event, photo, viewer } = await holdPhoto(tx, call);
        if (!photo.deletedAt) return;
        // What its author or the organization deleted is theirs to bring back.
        if (photo.takeDownReason === null) throw photoDeleted();
        await withdrawMails(tx, [takeDownMailPrefix(photo.id)]);
        const by = { userId: viewer.userId, request: call.request, action: 'photo.put_back' as const };
        const [back] = await restoreEventPhotos(deps, tx, event, [photo.id], by);
        if (back === undefined) throw photoDeleted();
      });
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
