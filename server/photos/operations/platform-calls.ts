// What the platform does with photos of events that are not its own: it looks at them, and takes down what must not be shown.
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { requirePlatformEvent } from '#server/events/operations/platform-calls.ts';
import type { PlatformEventRow } from '#server/events/platform-list.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { afterTakeBack, queueMails, withdrawMails } from '#server/mail/outgoing.ts';
import { findAddressee, listAdminsToMail } from '#server/notifications/repository.ts';
import { viewerNow } from '#server/organizations/standing.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import { takeDownLetter } from '#server/photos/letters.ts';
import { holdPhotos } from '#server/photos/moderation-repository.ts';
import { onlyThePlatform, photoDeleted } from '#server/photos/operations/authorize.ts';
import { canInspectPhotos, canTakeDownPhoto } from '#server/photos/policy.ts';
import { presentPlatformPhoto } from '#server/photos/presenter.ts';
import { bringPhotosBack, removePhotos } from '#server/photos/removal.ts';
import { findPhoto, type PhotoRow } from '#server/photos/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { fullName } from '#server/viewer.ts';

const everything = { from: null, to: null, uploaderId: null, liked: false, status: null };
const mailsAbout = (photoId: string) => `taken-down:${photoId}:`;

type PhotoCall = Call<'takeDownPhoto'> | Call<'putPhotoBack'>;

export function platformPhotoCalls(deps: Deps) {
  const { db, config } = deps;

  /** The photo of an event that is held, and who asks, by their rights now. */
  async function holdPhoto(tx: Tx, { viewer: asking, path }: PhotoCall) {
    if (!canTakeDownPhoto(asking)) throw onlyThePlatform();
    const event = await requirePlatformEvent(tx, path.id);
    // Whoever waits for the photo may have lost the right meanwhile.
    await holdPhotos(tx, event.id, [path.photoId]);
    const viewer = await viewerNow(tx, asking, event.organizationId);
    if (!canTakeDownPhoto(viewer)) throw onlyThePlatform();
    const photo = await findPhoto(tx, path.photoId, null);
    if (photo?.eventId !== event.id) throw notFound('photo');
    return { event, photo, viewer };
  }

  async function tell(tx: Tx, event: PlatformEventRow, photo: PhotoRow, { body, request }: Call<'takeDownPhoto'>): Promise<void> {
    const linkTo = (path: string) => appLink(config, path, ownPort(request, deps));
    const about = { eventName: event.name, takenAt: photo.takenAt, reason: body.reason.trim() };
    const author = await findAddressee(tx, photo.uploaderId);
    const admins = await listAdminsToMail(tx, event.organizationId, 'organization_decisions');
    const name = fullName(photo.uploaderFirstName, photo.uploaderLastName);
    const letters = [
      ...(author
        ? [{ to: author.email, letter: takeDownLetter({ ...about, author: 'reader', url: linkTo('/dashboard/feedback-support') }) }]
        : []),
      ...admins
        .filter(({ userId }) => userId !== photo.uploaderId)
        .map(({ email: to }) => ({
          to,
          letter: takeDownLetter({ ...about, author: { name }, url: linkTo(`/organization/events/${event.id}`) }),
        })),
    ];
    const mails = letters.map((letter) => ({ key: `${mailsAbout(photo.id)}${uuid7()}`, ...letter }));
    await queueMails(deps, tx, mails, afterTakeBack());
  }

  return {
    async listPlatformPhotos({ viewer, path, query, request }) {
      if (!canInspectPhotos(viewer)) throw onlyThePlatform();
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
        const [taken] = await removePhotos(tx, event, [photo.id], { userId: viewer.userId, request: call.request, takeDown });
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
        await withdrawMails(tx, [mailsAbout(photo.id)]);
        const by = { userId: viewer.userId, request: call.request, action: 'photo.put_back' as const };
        const [back] = await bringPhotosBack(deps, tx, event, [photo.id], by);
        if (back === undefined) throw photoDeleted();
      });
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
