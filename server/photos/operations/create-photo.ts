import type { SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { type EmittedEvent, emittedCtes } from '#server/integrations/emit.ts';
import { type Inspection, isSameFamily, type PictureHeader } from '#server/media/picture-header.ts';
import { discardUpload, removeUnlessReferenced } from '#server/photos/discard-upload.ts';
import { sanitizeFileName } from '#server/photos/file-names.ts';
import { findPostableImage, findPostedPhoto } from '#server/photos/image-posts-repository.ts';
import { readInstant } from '#server/photos/instants.ts';
import { intakeOf } from '#server/photos/intake.ts';
import {
  isSamePhoto,
  photoDeleted,
  requireDeliveredEvent,
  requireDelivery,
  requireDeliveryEvent,
  requireSamePhoto,
} from '#server/photos/operations/authorize.ts';
import { tooLarge } from '#server/photos/operations/uploads.ts';
import {
  checkDelivered,
  commitPhoto,
  completedPhotoRow,
  completePhoto,
  derivationJob,
  findPhoto,
  findPhotosByHash,
  insertedPhotoRow,
  type NewPhoto,
  type PhotoRow,
} from '#server/photos/photos-repository.ts';
import { initialStatus, isCopyOfImage } from '#server/photos/policy.ts';
import { presentKnownPhoto, presentPhoto } from '#server/photos/presenter.ts';
import { claimUpload, recordMove } from '#server/photos/uploads-repository.ts';
import type { Uploads } from '#server/photos/uploads.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';

type Limits = components['schemas']['UploadBounds'];
type Fact = components['schemas']['CreatePhotoRequest'];
type Answer = { status: 200 | 201; body: components['schemas']['Photo'] };
/** What the server finds in the bytes of a photo. */
type Checked = Pick<PictureHeader, 'contentType'> & Pick<Inspection, 'crc32'>;
interface TakenIn extends Checked {
  /** Removes what is left of the upload. */
  removeUploaded: () => Promise<void>;
}

/**
 * Commits an uploaded photo exactly once, after any interruption. The photo's id is looked up before the upload's. The bytes move into storage before
 * the transaction, under a key with their hash, so that a retry finds them and other bytes with the same id don't overwrite them. The first insert
 * of the row wins. After authentication it takes three round trips to the database: lookup, claim of the upload, commit.
 */
export function createPhotoOperation(deps: Deps, uploads: Uploads, uploadLimits: () => Limits) {
  const { db, jobs, storage } = deps;
  const intake = intakeOf(deps);

  return {
    async createPhoto(call) {
      const { viewer, body } = call;
      const id = body.id.toLowerCase();
      const claimedAt = readInstant(body.taken_at, 'body.taken_at');

      const { event, relation, reader, known } = await requireDeliveryEvent(db, { id: call.path.id, photoId: id }, viewer);
      /** Only its proof is here. Of a deleted photo too: it can be restored, and the device takes the answer for a delivery. */
      const lacksOriginal = (photo: PhotoRow) =>
        photo.awaitsOriginal && isSamePhoto(photo, event, viewer, body.sha256) && (photo.deletedAt === null || photo.isRestorable);
      const answerKnown = async (photo: PhotoRow) => {
        // Sent a second time, as after an answer that was lost: the bytes are not needed again.
        await discardUpload(deps, uploads, { id: body.upload_id, userId: viewer.userId });
        requireSamePhoto(photo, event, viewer, body.sha256);
        return { status: 200 as const, body: presentPhoto(photo, reader, event) };
      };

      if (known && !lacksOriginal(known)) return answerKnown(known);
      // What began with the proof may end, whatever the person may do by now.
      if (!known) requireDelivery(relation, event);

      const imageId = await imageOf(body, viewer);
      const answerPosted = async (): Promise<Answer | null> => {
        const postedId = imageId && (await findPostedPhoto(db, { imageId, eventId: event.id }));
        const posted = postedId && (await findPhoto(db, postedId, viewer.userId));
        if (!posted) return null;
        await discardUpload(deps, uploads, { id: body.upload_id, userId: viewer.userId });
        if (posted.uploaderId !== viewer.userId)
          throw new Problem(409, 'image_already_posted', 'Someone else already posted this image to the event.');
        return { status: 200, body: presentPhoto(posted, reader, event) };
      };
      const before = await answerPosted();
      if (before) return before;

      return uploads.withLock(body.upload_id, async () => {
        const key = storageKeys.original({ id, sha256: body.sha256 });
        const taken = await takeIn(call, key);
        if (!taken) {
          // A concurrent request may have committed the same photo.
          const other = await findPhoto(db, id, viewer.userId);
          if (other && !lacksOriginal(other)) return answerKnown(other);
          throw fileMissing();
        }

        const photo: NewPhoto = {
          id,
          eventId: event.id,
          uploaderId: viewer.userId,
          status: initialStatus(relation, event, event.participantRole, body.source),
          ...claimedFacts(body, claimedAt, event),
          orientation: body.orientation,
          crc32: taken.crc32,
          contentType: taken.contentType,
          fileName: sanitizeFileName(body.file_name),
        };
        const commit = {
          uploadId: body.upload_id,
          job: derivationJob(jobs, { id, uploaderId: viewer.userId, organizationId: event.organizationId }),
        };
        const told = (of: Parameters<typeof eventsOf>[0]) => (from: SQL) => emittedCtes(deps, event.organizationId, eventsOf(of), from);
        const complete = async (before: PhotoRow): Promise<Answer | null> => {
          const uploadedAt = await completePhoto(db, before, photo, {
            ...commit,
            emitted: told(completedPhotoRow(before, photo, before.uploadedAt)),
          });
          if (!uploadedAt) return null;
          await taken.removeUploaded();
          if (before.deletedAt) throw photoDeleted();
          return { status: 201, body: presentPhoto(completedPhotoRow(before, photo, uploadedAt), reader, event) };
        };
        if (known) return (await complete(known)) ?? (await end());

        const uploadedAt = await commitPhoto(db, photo, {
          ...commit,
          imageId,
          emitted: told(photo),
          entry: {
            action: 'photo.create',
            actorId: viewer.userId,
            subjectType: 'photo',
            subjectId: id,
            organizationId: event.organizationId,
            request: call.request,
          },
        });
        if (uploadedAt) {
          await taken.removeUploaded();
          return { status: 201, body: presentPhoto(insertedPhotoRow(photo, viewer, uploadedAt), reader, event) };
        }
        return end();

        /**
         * Another delivery won, the photo has changed, or the upload was discarded. A proof that came in between is completed. Otherwise the bytes that
         * came with this one go, unless they lie where that photo's do, deleted or not: it can be restored.
         */
        async function end(): Promise<Answer> {
          let other = await findPhoto(db, id, viewer.userId);
          for (let tries = 0; other && lacksOriginal(other) && tries < MAX_COMPLETIONS; tries++) {
            const completed = await complete(other);
            if (completed) return completed;
            other = await findPhoto(db, id, viewer.userId);
          }
          await discardUpload(deps, uploads, { id: body.upload_id });
          await db.transaction((tx) => removeUnlessReferenced(tx, storage, key));
          if (other && !lacksOriginal(other)) return answerKnown(other);
          const posted = await answerPosted();
          if (!posted) throw fileMissing();
          return posted;
        }
      });
    },
  } satisfies Partial<OperationsOf<'photos'>>;

  /** The generated image that the photo is a copy of. */
  async function imageOf({ source, generated_image_id: id, sha256 }: Fact, viewer: Viewer): Promise<string | null> {
    if (source !== 'generated' || !id) return null;
    const image = await findPostableImage(db, id);
    return image && isCopyOfImage(viewer, image, sha256) ? id.toLowerCase() : null;
  }

  /**
   * Checks the upload's bytes and moves them into storage. Null if the bytes are neither in the upload nor left in storage by an interrupted commit.
   * @throws {Problem} if the bytes don't match the announcement; they are deleted then
   */
  async function takeIn({ body, path, viewer }: Call<'createPhoto'>, key: string): Promise<TakenIn | null> {
    const limits = uploadLimits();
    const taken = await claimUpload(db, body.upload_id, { userId: viewer.userId, eventId: path.id }, key);
    if (!taken) return null;
    const movedIn = async () => {
      const left = await storage.withFile(key, intake.inspect);
      return left && left.sha256 === body.sha256
        ? { ...check(left, body, limits), removeUploaded: () => uploads.remove(body.upload_id) }
        : null;
    };
    const upload = await uploads.find(body.upload_id);
    // A commit before this one moved the bytes in and was cut before its transaction ended.
    if (!upload) return movedIn();
    if (!upload.isComplete) throw new Problem(409, 'upload_incomplete', 'This photo’s upload is incomplete. Send the rest.');
    try {
      const moved = await upload.moveTo(key, async (found) => {
        const checked = check(found, body, limits);
        if (taken.movedTo !== key) await recordMove(db, body.upload_id, key);
        return checked;
      });
      // Null: the same commit in another process of the server was quicker.
      return moved ? { ...moved, removeUploaded: () => upload.remove() } : await movedIn();
    } catch (error) {
      if (error instanceof Problem) {
        await discardUpload(deps, uploads, { id: body.upload_id });
      }
      throw error;
    }
  }

  function check({ bytes, sha256, crc32, header }: Inspection, fact: Fact, limits: Limits): Checked {
    if (bytes > limits.photo_bytes) throw tooLarge(bytes, limits.photo_bytes);
    if (bytes !== fact.bytes) throw new Problem(422, 'size_mismatch', `The file has ${bytes} bytes instead of ${fact.bytes}.`);
    if (sha256 !== fact.sha256) throw new Problem(422, 'hash_mismatch', 'The file changed during the upload. Send it again.');
    if (!header) throw new Problem(415, 'unsupported_type', 'This isn’t a JPEG, PNG, WebP, AVIF, HEIC or HEIF file.');
    if (!isSameFamily(header.contentType, fact.content_type)) {
      throw new Problem(415, 'type_mismatch', `This is ${header.contentType}, not ${fact.content_type}.`);
    }
    const pixels = header.size ? header.size.width * header.size.height : 0;
    if (pixels > limits.photo_pixels) {
      const limit = Math.floor(limits.photo_pixels / 1_000_000);
      const found = Math.max(Math.round(pixels / 1_000_000), limit + 1);
      const detail = `This photo has ${found} megapixels. The limit is ${limit}.`;
      throw new Problem(413, 'too_many_pixels', detail);
    }
    return { contentType: header.contentType, crc32 };
  }
}

/** What a device says of a photo, of its original and of its proof alike. */
export function claimedFacts(
  fact: Pick<Fact, 'tz_offset' | 'bytes' | 'sha256' | 'device_id' | 'device_seq' | 'source'>,
  claimedAt: Date,
  event: Parameters<typeof resolveTakenAt>[2],
) {
  return {
    ...resolveTakenAt(claimedAt, new Date(), event),
    tzOffset: fact.tz_offset,
    bytes: fact.bytes,
    sha256: fact.sha256,
    deviceId: fact.device_id,
    deviceSeq: fact.device_seq,
    source: fact.source,
  };
}

/** Each fails only because someone decided on the photo, or its proof was decoded, at that moment; or because the upload was discarded. */
const MAX_COMPLETIONS = 5;

const fileMissing = () => new Problem(404, 'upload_not_found', 'The server doesn’t have this photo’s file. Send it again.');

/** The events that are sent to webhooks. A photo that needs no approval is approved as it arrives, so that `photo.approved` names every photo that becomes visible. */
export function eventsOf({
  id,
  eventId,
  status,
  source,
  takenAt,
}: Pick<NewPhoto, 'id' | 'eventId' | 'status' | 'source' | 'takenAt'>): EmittedEvent[] {
  const photo = { id, event_id: eventId, status };
  const created: EmittedEvent = { type: 'photo.created', data: { ...photo, source, taken_at: takenAt.toISOString() } };
  return status === 'approved' ? [created, { type: 'photo.approved', data: photo }] : [created];
}

/** What devices ask about photos that they have delivered, or are about to deliver. */
export function knownPhotosOperation({ db }: Pick<Deps, 'db'>, uploadLimits: () => components['schemas']['UploadBounds']) {
  return {
    async findKnownPhotos({ viewer, path, body }) {
      const { event, relation } = await requireDeliveredEvent(db, path.id, viewer);
      requireDelivery(relation, event);
      const found = await findPhotosByHash(db, { eventId: event.id, uploaderId: viewer.userId }, body.sha256);
      const { photo_bytes, photo_pixels } = uploadLimits();
      return {
        status: 200,
        body: {
          known: found.filter(({ awaitsOriginal }) => !awaitsOriginal).map(presentKnownPhoto),
          awaiting_original: found.filter(({ awaitsOriginal }) => awaitsOriginal).map(({ sha256, id }) => ({ sha256, id })),
          limits: { photo_bytes, photo_pixels },
        },
      };
    },

    async checkDelivered({ viewer, path, body }) {
      const { event } = await requireDeliveredEvent(db, path.id, viewer);
      return { status: 200, body: await checkDelivered(db, { eventId: event.id, uploaderId: viewer.userId }, body.photos) };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}

// When a photo was taken, as far as it can be believed. Pure. Source: docs/product.md, Photos.

const DAY = 24 * 3600 * 1000;
/** How far a device's clock may be ahead: a day covers every time zone and wrong daylight saving time. */
const AHEAD_MS = DAY;
/** What belongs to an event was taken at most so long before it: rehearsals, preparations, the invitation. */
const BEFORE_EVENT_MS = 90 * DAY;

interface ResolvedTakenAt {
  /** The order of the gallery. */
  takenAt: Date;
  /** The time that the device reported, if it is implausible; else null. */
  takenAtClaimed: Date | null;
}

/** Replaces an implausible time by the arrival, because a wrong clock must not put a photo first in the gallery for ever. */
export function resolveTakenAt(claimed: Date, arrival: Date, event: { startsAt: Date; createdAt: Date }): ResolvedTakenAt {
  const earliest = Math.min(event.startsAt.getTime(), event.createdAt.getTime()) - BEFORE_EVENT_MS;
  const latest = arrival.getTime() + AHEAD_MS;
  const isPossible = claimed.getTime() >= earliest && claimed.getTime() <= latest;
  return isPossible ? { takenAt: claimed, takenAtClaimed: null } : { takenAt: arrival, takenAtClaimed: claimed };
}
