import { thumbHashToRGBA } from 'thumbhash';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import { deleteOldChanges, recordChanges } from '#server/events/changes-repository.ts';
import { findEvent, listPurgeableEvents, purgeEvent } from '#server/events/events-repository.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { type Derived, derivativesOf } from '#server/media/derivatives.ts';
import { discardUpload } from '#server/photos/discard-upload.ts';
import { prepareDownload } from '#server/photos/download-preparation.ts';
import { noLinkReaders } from '#server/photos/download-reader.ts';
import { deleteExpiredDownloads } from '#server/photos/downloads-repository.ts';
import { expirePhotos } from '#server/photos/expire-photos.ts';
import {
  deleteProof,
  findPhoto,
  findPhotos,
  findProof,
  listFilesOfEvent,
  listFilesToRemove,
  listNewlyOverdue,
  listOriginalsToRemove,
  listPhotosWithoutJob,
  markFilesRemoved,
  markOriginalRemoved,
  queueDerivation,
  setDerived,
} from '#server/photos/photos-repository.ts';
import { isShown, RESTORABLE_SECTION_DAYS, RESTORABLE_TRASH_DAYS } from '#server/photos/policy.ts';
import { removeSectionsDeletedBefore } from '#server/photos/sections-repository.ts';
import { listIdleUploads } from '#server/photos/uploads-repository.ts';
import { openUploadFiles } from '#server/photos/uploads.ts';
import { createWatermarkedCopies } from '#server/photos/watermarked-copies.ts';
import { storageKeys } from '#server/storage/storage.ts';

type PhotoJobs =
  | 'announce-overdue-originals'
  | 'derive-photo'
  | 'requeue-photos'
  | 'sweep-deleted-photos'
  | 'sweep-deleted-events'
  | 'expire-photos'
  | 'sweep-watermarks'
  | 'sweep-uploads'
  | 'prepare-download'
  | 'sweep-downloads'
  | 'sweep-event-changes'
  | 'sweep-sections';

const HOUR = 3600 * 1000;
const INCOMPLETE_KEPT_MS = 24 * HOUR;
const COMPLETE_KEPT_MS = 7 * 24 * HOUR;
/** An upper bound, even for uploads that grow very slowly. */
const INCOMPLETE_KEPT_AT_MOST_MS = 7 * 24 * HOUR;
/** Longer than any queue of photos. */
const PREPARED_WITHIN_MS = HOUR;
const CHANGES_KEPT_MS = 7 * 24 * HOUR;
/** Longer than the restore period and than any download or derivation that started before the deletion, so that their files are removed as well. */
const DELETED_KEPT_MS = HOUR / 2;
const TRASH_KEPT_MS = RESTORABLE_TRASH_DAYS * 24 * HOUR + DELETED_KEPT_MS;
/** One day longer than they can be restored, so that a Restore at the last moment still succeeds. */
const DELETED_EVENT_KEPT_MS = 24 * HOUR;
const AT_ONCE = 200;

/** Of 255, on average. Engines and color profiles differ by a few; two photos of one evening by about fifty. */
const MOST_DIFFERENCE = 32;
const SAMPLES = 8;

/** Whether two thumbhashes are those of one picture, as a photo and its proof are. */
function showSame(one: Buffer | null, other: Buffer): boolean {
  if (!one) return true;
  const sample = (hash: Buffer) => {
    const { w, h, rgba } = thumbHashToRGBA(hash);
    const at = (part: number, length: number) => Math.floor(((part + 0.5) / SAMPLES) * length);
    return Array.from({ length: SAMPLES * SAMPLES }, (_, index) => {
      const pixel = (at(Math.floor(index / SAMPLES), h) * w + at(index % SAMPLES, w)) * 4;
      return [...rgba.subarray(pixel, pixel + 3)];
    }).flat();
  };
  const [first, second] = [sample(one), sample(other)];
  const difference = first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length;
  return difference <= MOST_DIFFERENCE;
}

async function timeDerivation(metrics: Deps['metrics'], derive: () => Promise<Derived>): Promise<Derived> {
  if (!metrics) return derive();
  const startedAt = performance.now();
  const ended = (result: Derived['state'] | 'failed') => metrics.derivationEnded((performance.now() - startedAt) / 1000, result);
  try {
    const derived = await derive();
    ended(derived.state);
    return derived;
  } catch (error) {
    ended('failed');
    throw error;
  }
}

export function photoJobs(deps: Deps, openLinkReader = noLinkReaders): JobHandlers<PhotoJobs> {
  const { db, jobs, storage, log } = deps;
  const derivatives = derivativesOf(deps);
  const marked = createWatermarkedCopies(deps, derivatives);
  const files = openUploadFiles(deps);
  const removeFiles = async (photo: { id: string; sha256: string }) => {
    await storage.delete(storageKeys.original(photo));
    await derivatives.remove(photo.id);
    await marked.removeOf(photo.id);
    await markFilesRemoved(db, photo.id);
  };
  /** The small pictures stay. */
  const removeOriginal = async (photo: { id: string; sha256: string }) => {
    await storage.delete(storageKeys.original(photo));
    await storage.delete(storageKeys.download(photo.id));
    await marked.removeOf(photo.id, 'download');
    await markOriginalRemoved(db, photo.id);
  };
  /** Runs over all files of a list that gets shorter. */
  const removeAll = async <File>(list: () => Promise<File[]>, remove: (file: File) => Promise<void>, signal: AbortSignal) => {
    for (let files = await list(); files.length > 0; files = await list()) {
      for (const file of files) {
        if (signal.aborted) return;
        await remove(file);
      }
    }
  };

  return {
    async 'derive-photo'({ photoId }) {
      const photo = await findPhoto(db, photoId, null);
      if (!photo || photo.deletedAt || photo.originalDeletedAt) return;
      const proof = photo.awaitsOriginal ? await findProof(db, photoId) : null;
      // The original arrived meanwhile, and queued this job again.
      if (photo.awaitsOriginal && !proof) return;
      const derived = await timeDerivation(deps.metrics, () =>
        proof ? derivatives.deriveProof(photoId, proof) : derivatives.derive(photo),
      );
      // Of a proof that can't be read nothing is said: the photo is what its original is.
      if (proof && derived.state === 'unreadable') return deleteProof(db, photoId);
      if (photo.showsProof && !proof) await derivatives.removeProof(photoId);
      // What was approved by a proof of something else was not approved.
      const isOther = photo.showsProof && !proof && derived.state === 'ready' && !showSame(photo.thumbhash, derived.thumbhash);
      // Approved or rejected between the read and the write, it is read again.
      for (let now = await findPhoto(db, photoId, null); now && !now.deletedAt; now = await findPhoto(db, photoId, null)) {
        if (now.awaitsOriginal !== photo.awaitsOriginal) {
          // The original was quicker: pictures of the proof that nobody is shown.
          if (proof && !now.showsProof) await derivatives.removeProof(photoId);
          return;
        }
        const event = isOther ? await findEvent(db, now.eventId, null) : null;
        const reconsidered: AuditEntry | null =
          event?.requireApproval && now.status === 'approved'
            ? {
                action: 'photo.reconsider',
                subjectType: 'photo',
                subjectId: photoId,
                organizationId: event.organizationId,
                actorId: null,
                detail: { was: now.status },
              }
            : null;
        if (await setDerived(db, now, derived, reconsidered)) {
          if (photo.state === 'processing') deps.metrics?.photoReady(photo.uploadedAt);
          return;
        }
      }
      // It was deleted while it was derived.
      await derivatives.remove(photoId);
    },

    async 'announce-overdue-originals'() {
      const overdue = (await listNewlyOverdue(db, AT_ONCE)).map(({ id }) => id);
      const rows = await findPhotos(db, overdue);
      for (const eventId of new Set(rows.map((photo) => photo.eventId))) {
        const ofEvent = rows.filter((photo) => photo.eventId === eventId);
        const changes = ofEvent.map((photo) => ({ kind: 'changed' as const, photoId: photo.id, wasShown: isShown(photo) }));
        await db.transaction((tx) => recordChanges(tx, eventId, changes));
      }
    },

    async 'requeue-photos'(_payload, signal) {
      const before = new Date(Date.now() - PREPARED_WITHIN_MS);
      const list = () => listPhotosWithoutJob(db, before, AT_ONCE);
      for (let left = await list(); left.length > 0 && !signal.aborted; left = await list()) {
        log.warn({ photos: left.length }, 'photos that were not prepared are queued again');
        for (const photo of left) await queueDerivation(db, jobs, photo);
      }
    },

    async 'sweep-deleted-photos'(_payload, signal) {
      const now = Date.now();
      const before = { deleted: new Date(now - DELETED_KEPT_MS), trash: new Date(now - TRASH_KEPT_MS) };
      await removeAll(() => listFilesToRemove(db, before, AT_ONCE), removeFiles, signal);
      await removeAll(() => listOriginalsToRemove(db, before.deleted, AT_ONCE), removeOriginal, signal);
    },

    'expire-photos': (_payload, signal) => expirePhotos({ ...deps, derivatives }, signal),

    // The rows are deleted last, because they list the files for a run that continues an interrupted one.
    async 'sweep-deleted-events'(_payload, signal) {
      const before = new Date(Date.now() - DELETED_EVENT_KEPT_MS);
      for (const id of await listPurgeableEvents(db, before)) {
        await removeAll(() => listFilesOfEvent(db, id, AT_ONCE), removeFiles, signal);
        if (signal.aborted) return;
        await db.transaction(async (tx) => {
          const event = await purgeEvent(tx, id, before);
          if (event) {
            await audit(tx, {
              action: 'event.purge',
              subjectType: 'event',
              subjectId: id,
              organizationId: event.organizationId,
              actorId: null,
              detail: { name: event.name },
            });
          }
        });
      }
    },

    'sweep-watermarks': (_payload, signal) => marked.sweep(signal),

    async 'sweep-uploads'(_payload, signal) {
      const now = new Date();
      const since = new Date(now.getTime() - INCOMPLETE_KEPT_MS);
      const completeSince = new Date(now.getTime() - COMPLETE_KEPT_MS);
      const begunBefore = new Date(now.getTime() - INCOMPLETE_KEPT_AT_MOST_MS);
      let last = '';
      for (;;) {
        const stale = await listIdleUploads(db, { since, begunBefore, after: last }, AT_ONCE);
        for (const upload of stale) {
          if (signal.aborted) return;
          last = upload.id;
          // A complete upload waits for its commit. So does one without a file: an interrupted commit has moved it.
          const found = await files.find(upload.id);
          const isWaiting = found === null || found.isComplete;
          // Relative to its own timestamp, because the database's clock may differ.
          const asFound = new Date(upload.touchedAt.getTime() + 1);
          const incompleteSince = upload.createdAt < begunBefore ? asFound : since;
          const untouchedSince = isWaiting ? completeSince : incompleteSince;
          if (upload.touchedAt < untouchedSince) await discardUpload(deps, files, { id: upload.id, untouchedSince });
        }
        if (stale.length < AT_ONCE) break;
      }
      await files.removeOrphans(signal);
    },

    'prepare-download': ({ downloadId }, signal) => prepareDownload(deps, { derivatives, marked, openLinkReader }, downloadId, signal),

    async 'sweep-downloads'(_payload, signal) {
      while (!signal.aborted && (await deleteExpiredDownloads(db, 10)));
    },

    async 'sweep-event-changes'() {
      const forgotten = await deleteOldChanges(db, new Date(Date.now() - CHANGES_KEPT_MS));
      log.info({ forgotten }, 'forgot old changes of event streams');
    },

    // One day longer than they can be restored, so that an Undo at the last moment still succeeds.
    'sweep-sections': () => removeSectionsDeletedBefore(db, new Date(Date.now() - (RESTORABLE_SECTION_DAYS + 1) * 24 * HOUR)),
  };
}
