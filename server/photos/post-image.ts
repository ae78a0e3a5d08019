// Adds an image that was generated here to an event, as a photo labeled as generated.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { components } from '#openapi/api.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { emittedCtes } from '#server/integrations/emit.ts';
import { requireDelivery } from '#server/photos/operations/authorize.ts';
import { eventsOf } from '#server/photos/operations/create-photo.ts';
import { commitPhoto, derivationJob, type NewPhoto } from '#server/photos/photos-repository.ts';
import { initialStatus } from '#server/photos/policy.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';

interface PostedImage {
  imageId: string;
  /** Of the photo. One that exists, deleted or not, isn't posted again. */
  id: string;
  /** Where its file is. */
  key: string;
  contentType: components['schemas']['PhotoContentType'];
  madeAt: Date;
  /** It was made of a photo that waits for approval: it waits too. */
  isSourcePending: boolean;
  sectionId: string | null;
}

/**
 * Posts an image once, however often it is called, unless the event has it already. Returns false if it isn't posted by this call.
 * @param isWanted asked in the transaction, with its locks
 * @throws {Problem} 404, 403 `capture_closed`, `guests_only_look`: this person may not post to the event now
 */
export async function postImage(
  deps: Deps,
  viewer: Viewer,
  eventId: string,
  { imageId, id, key, contentType, madeAt, isSourcePending, sectionId }: PostedImage,
  isWanted: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const { db, jobs, storage } = deps;
  const { event, relation } = await requireVisibleEvent(db, eventId, viewer);
  requireDelivery(relation, event);
  const object = await storage.get(key);
  if (!object) throw new Error(`the file ${key} is not in the storage`);
  const bytes = await buffer(object.stream);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // The file is stored before its row; a second attempt overwrites it.
  await storage.put(storageKeys.original({ id, sha256 }), bytes);
  const photo: NewPhoto & { id: string } = {
    id,
    eventId,
    uploaderId: viewer.userId,
    status: isSourcePending ? 'pending' : initialStatus(relation, event, event.participantRole, 'generated'),
    sectionId,
    takenAt: madeAt,
    tzOffset: 0,
    orientation: 0,
    bytes: bytes.length,
    sha256,
    crc32: crc32(bytes),
    contentType,
    deviceId: id,
    deviceSeq: 0,
    source: 'generated',
    fileName: null,
  };
  const { organizationId } = event;
  return db.transaction(async (tx) => {
    if (!(await isWanted(tx))) return false;
    const postedAt = await commitPhoto(tx, photo, {
      uploadId: null,
      imageId,
      emitted: (from) => emittedCtes(deps, organizationId, eventsOf(photo), from),
      job: derivationJob(jobs, { id, uploaderId: viewer.userId, organizationId }),
      entry: { action: 'photo.create', actorId: viewer.userId, subjectType: 'photo', subjectId: id, organizationId },
    });
    return postedAt !== null;
  });
}
