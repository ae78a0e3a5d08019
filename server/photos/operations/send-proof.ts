import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { readPictureHeader } from '#server/media/picture-header.ts';
import { readInstant } from '#server/photos/instants.ts';
import { requireDelivery, requireDeliveryEvent, requireSamePhoto } from '#server/photos/operations/authorize.ts';
import { claimedFacts } from '#server/photos/operations/create-photo.ts';
import { tooLarge } from '#server/photos/operations/uploads.ts';
import { commitProof, derivationJob, findPhoto, insertedPhotoRow, type NewPhoto, type PhotoRow } from '#server/photos/photos-repository.ts';
import { initialStatus } from '#server/photos/policy.ts';
import { presentPhoto } from '#server/photos/presenter.ts';
import type { DiskSpace } from '#server/storage/disk-space.ts';

/** Twice what the app sends. */
const MAX_PROOF_PIXELS = 4_000_000;

/**
 * Shows a photo before its original arrives. Nothing is delivered by it: `createPhoto` with the same id and hash completes the photo, and an original
 * that is there first leaves nothing to do. It needs the upload of the original, so that after the upload was canceled no late request makes a photo.
 */
export function sendProofOperation(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  room: DiskSpace,
  uploadLimits: () => Pick<components['schemas']['UploadBounds'], 'photo_bytes'>,
) {
  return {
    async sendPhotoProof({ viewer, path, query, request }) {
      const id = path.photoId.toLowerCase();
      const claimedAt = readInstant(query.taken_at, 'query.taken_at');
      const { event, relation, reader, known } = await requireDeliveryEvent(db, { id: path.id, photoId: id }, viewer);
      const answerKnown = (photo: PhotoRow) => {
        requireSamePhoto(photo, event, viewer, query.sha256);
        return { status: 200 as const, body: presentPhoto(photo, reader, event) };
      };
      if (known) return answerKnown(known);
      requireDelivery(relation, event);

      const { photo_bytes: mostBytes } = uploadLimits();
      if (query.bytes > mostBytes) throw tooLarge(query.bytes, mostBytes);
      const jpeg = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await requireSmallJpeg(jpeg);
      const photo: NewPhoto = {
        id,
        eventId: event.id,
        uploaderId: viewer.userId,
        status: initialStatus(relation, event, event.participantRole, query.source),
        ...claimedFacts(query, claimedAt, event),
        // The proof is upright; the original says what it is.
        orientation: 0,
        contentType: query.content_type,
        awaitsOriginal: true,
      };
      const space = await room.reserve('creation', jpeg.length);
      try {
        const shownAt = await commitProof(db, photo, {
          uploadId: query.upload_id,
          jpeg,
          job: derivationJob(jobs, { id, uploaderId: viewer.userId, organizationId: event.organizationId }),
          entry: {
            action: 'photo.create',
            actorId: viewer.userId,
            subjectType: 'photo',
            subjectId: id,
            organizationId: event.organizationId,
            request,
          },
        });
        if (shownAt) return { status: 201, body: presentPhoto(insertedPhotoRow(photo, viewer, shownAt), reader, event) };
      } finally {
        space.leave();
      }
      // The original was quicker, or the same request that was sent twice; or the upload was canceled.
      const other = await findPhoto(db, id, viewer.userId);
      if (other) return answerKnown(other);
      throw new Problem(404, 'upload_not_found', 'This photo’s upload hasn’t begun, or was canceled.');
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}

/** @throws {Problem} 415 `unsupported_type`, 413 `too_many_pixels` */
async function requireSmallJpeg(bytes: Buffer): Promise<void> {
  const header = await readPictureHeader(async (offset, length) => bytes.subarray(offset, offset + length));
  if (header?.contentType !== 'image/jpeg' || !header.size) throw new Problem(415, 'unsupported_type', 'A proof must be a JPEG.');
  const pixels = header.size.width * header.size.height;
  if (pixels > MAX_PROOF_PIXELS)
    throw new Problem(413, 'too_many_pixels', `This proof has too many pixels. The limit is ${MAX_PROOF_PIXELS / 1e6} megapixels.`);
}
