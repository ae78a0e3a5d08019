import type { Deps } from '#server/deps.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import { isUnknownCode, requirePublishedEvent, resolvePublicCode } from '#server/events/operations/authorize.ts';
import { canDownload, watermarkFor } from '#server/events/policy.ts';
import { previewCover, publicCover } from '#server/events/presenter.ts';
import { attachment } from '#server/http/content-disposition.ts';
import { createDownloadRedirect, type DownloadRedirect } from '#server/http/download-redirect.ts';
import type { AnswerHeaders, Call, OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { type Derivatives, derivativesOf } from '#server/media/derivatives.ts';
import { fitPreview } from '#server/media/preview-size.ts';
import type { Watermark } from '#server/organizations/pictures.ts';
import { downloadName, originalName } from '#server/photos/file-names.ts';
import {
  type FoundPhoto,
  photoDeleted,
  requireInspectedPhoto,
  requireKnownPicture,
  requireVisiblePhoto,
} from '#server/photos/operations/authorize.ts';
import { findPhoto, type PhotoRow } from '#server/photos/photos-repository.ts';
import type { PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import {
  DERIVATIVES_VERSION,
  type FileAnswer,
  fileForReader,
  type PhotoFile,
  type PhotoForReader,
  type PictureCache,
  type Variant,
} from '#server/photos/picture-cache.ts';
import { canDownloadPhoto, canReadOriginal, canViewTrash, isShown } from '#server/photos/policy.ts';
import { createWatermarkedCopies, type WatermarkedCopies } from '#server/photos/watermarked-copies.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';

type FileCall = Pick<Call<'getPhotoThumb'>, 'request'>;

interface Parts {
  limits: Pick<RateLimits, 'limitAttempts'>;
  rights: PictureAccessCache;
}

/** Sends the files of photos to readers who may have them. */
export interface PhotoFiles {
  /**
   * The picture as this reader sees it.
   * @throws {Problem} 409 `not_ready`, `photo_unreadable`
   */
  sendDerived(call: FileCall, shown: PhotoForReader, variant: 'thumb' | 'preview', headers?: AnswerHeaders): Promise<FileAnswer>;
  /**
   * The copy in full size, without private metadata; in web size if the original is no longer kept.
   * @throws {Problem} 409 `not_ready`, `photo_unreadable`
   */
  sendDownload(call: FileCall, shown: PhotoForReader): Promise<FileAnswer | DownloadRedirect>;
  /** The preview as a download. */
  sendWebSize(call: FileCall, shown: PhotoForReader): Promise<FileAnswer>;
  /**
   * The file as it was taken.
   * @throws {Problem} 409 `not_ready`, 410 `original_deleted`
   */
  sendOriginal(call: FileCall, shown: Omit<PhotoForReader, 'relation'>): Promise<FileAnswer | DownloadRedirect>;
}

export function createPhotoFiles(
  { config, db, jobs, storage }: Deps,
  derivatives: Derivatives,
  marked: WatermarkedCopies,
  memory: PictureCache,
): PhotoFiles {
  const redirect = createDownloadRedirect({ config, storage });

  const openAt = async (key: string | null) => (key === null ? null : storage.get(key));

  /** Returns the storage key of what this reader is shown, or null if the file is missing. */
  const locate = async ({ event, photo }: PhotoForReader, variant: Variant, watermark: Watermark | null): Promise<string | null> => {
    if (watermark) return marked.ensure(photo, event.organizationId, variant, watermark);
    if (variant === 'download') await derivatives.ensureDownload(photo);
    return variant !== 'download' && photo.showsProof ? storageKeys.proofPicture(photo.id, variant) : storageKeys[variant](photo.id);
  };

  /** From the object storage itself, if the configuration says so. */
  const sendLarge = async ({ request }: FileCall, file: PhotoFile & { headers: AnswerHeaders }, find: () => Promise<string | null>) => {
    const known = memory.answerFile(request, file);
    if (known) return known;
    const key = await find();
    const redirected = key === null ? null : await redirect(request, { key, type: file.type, disposition: file.headers });
    return redirected ?? memory.read(file, () => openAt(key));
  };

  const files: PhotoFiles = {
    async sendDerived(call, shown, variant, headers = {}) {
      const { photo } = shown;
      requireReady(photo);
      const { watermark, ...shownFile } = fileForReader(shown, variant);
      const file = { ...shownFile, headers };
      const read = (of: PhotoForReader) => memory.read(file, async () => openAt(await locate(of, variant, watermark)));
      const answer = memory.answerFile(call.request, file) ?? (await read(shown));
      if (answer) return answer;
      // Read a moment ago: now it shows its original.
      const later = photo.showsProof ? await read({ ...shown, photo: { ...photo, showsProof: false } }) : null;
      if (later) return later;
      // The file is gone though the photo was ready: it can be made again from the original.
      if (photo.originalDeletedAt === null && (photo.showsProof || (await storage.size(storageKeys[variant](photo.id))) === null))
        await jobs.add(db, 'derive-photo', { photoId: photo.id }, { key: `derive-photo:${photo.id}` });
      throw notReady();
    },

    async sendDownload(call, shown) {
      const { event, photo } = shown;
      requireOriginal(photo);
      requireReady(photo);
      // Its original hasn't been looked at.
      if (photo.showsProof) throw notReady();
      if (photo.originalDeletedAt !== null) return files.sendWebSize(call, shown);
      const { watermark, ...file } = fileForReader(shown, 'download');
      const headers = attachment(`${downloadName(event, photo)}.jpg`);
      const answer = await sendLarge(call, { ...file, headers }, () => locate(shown, 'download', watermark));
      if (!answer) throw notReady();
      return answer;
    },

    async sendWebSize(call, shown) {
      requireOriginal(shown.photo);
      if (shown.photo.showsProof) throw notReady();
      return files.sendDerived(call, shown, 'preview', attachment(`${downloadName(shown.event, shown.photo)}-web.jpg`));
    },

    async sendOriginal(call, { event, photo }) {
      requireOriginal(photo);
      if (photo.originalDeletedAt !== null)
        throw new Problem(410, 'original_deleted', 'The original of this photo is no longer kept. You can still download it in web size.');
      const headers = attachment(originalName(event, photo));
      const file = { photo, variant: `original${DERIVATIVES_VERSION}`, type: photo.contentType, headers };
      const answer = await sendLarge(call, file, async () => storageKeys.original(photo));
      if (!answer) throw new Error(`the original of photo ${photo.id} is not in the storage`);
      return answer;
    },
  };
  return files;
}

/** The files of a photo. */
export function fileCalls(
  { db }: Pick<Deps, 'db'>,
  { sendDerived, sendDownload, sendOriginal }: PhotoFiles,
  { limits: { limitAttempts }, rights }: Parts,
) {
  const derived = async (call: Call<'getPhotoThumb'>, variant: 'thumb' | 'preview') => {
    const { event, photo, reader } = await requireKnownPicture(rights, call.path, call.viewer);
    if (photo.deletedAt && !canViewTrash(reader, event, photo)) throw photoDeleted();
    return sendDerived(call, { event, photo, relation: reader.relation }, variant);
  };

  /** Without the watermark, as for the organization. */
  const inspected = async (call: Call<'getPlatformPhotoThumb'>, variant: 'thumb' | 'preview') => {
    const found = await requireInspectedPhoto(db, call.path, call.viewer);
    return sendDerived(call, { ...found, relation: 'organization' }, variant);
  };

  const sendCover = async (call: FileCall, event: EventRow, coverId: string | null, size: 'thumb' | 'preview' = 'preview') => {
    const photo = coverId === null ? null : await findPhoto(db, coverId, null);
    if (!photo || photo.deletedAt !== null || !isShown(photo)) throw new Problem(404, 'no_cover', 'This event has no cover.');
    return sendDerived(call, { event, photo, relation: 'none' }, size);
  };

  return {
    getPhotoThumb: (call) => derived(call, 'thumb'),
    getPhotoPreview: (call) => derived(call, 'preview'),

    getPlatformPhotoThumb: (call) => inspected(call, 'thumb'),
    getPlatformPhotoPreview: (call) => inspected(call, 'preview'),

    getJoinCover: (call) =>
      limitAttempts(call.request, isUnknownCode, async () => {
        const { event } = await resolvePublicCode(db, call.path.code);
        return sendCover(call, event, previewCover(event), call.query.size);
      }),

    async getEventCover(call) {
      const event = await requirePublishedEvent(db, call.path.id);
      return sendCover(call, event, publicCover(event));
    },

    async downloadPhoto(call) {
      const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
      if (!canDownloadPhoto(reader, event, photo)) throw downloadsClosed({ event, reader });
      return sendDownload(call, { event, photo, relation: reader.relation });
    },

    async getPhotoOriginal(call) {
      const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
      if (!canReadOriginal(reader, event, photo)) throw originalRefused();
      return sendOriginal(call, { event, photo });
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}

const notReady = () => new Problem(409, 'not_ready', 'This photo is still processing.');

/** Nobody takes a proof for the photo. */
function requireOriginal({ awaitsOriginal }: PhotoRow): void {
  if (awaitsOriginal) throw new Problem(409, 'not_ready', 'The original of this photo is still on its way.');
}

function requireReady(photo: PhotoRow): void {
  if (photo.state === 'processing') throw notReady();
  if (photo.state === 'unreadable') throw new Problem(409, 'photo_unreadable', photo.unreadableReason ?? 'This photo can’t be read.');
}

export const originalRefused = () => forbidden('Only the photographer and the organization can download the original.');

export function downloadsClosed({ event, reader }: Pick<FoundPhoto, 'event' | 'reader'>): Problem {
  const wouldOtherwise = canDownload(reader.relation, { ...event, allowDownloads: true, guestDownloads: true });
  return wouldOtherwise
    ? new Problem(403, 'downloads_closed', 'This event doesn’t allow downloads.')
    : forbidden('Join this event to download its photos.');
}

/**
 * Finds the source file for generated images: the copy that this viewer may download, with a watermark if required. Makes it if it is missing.
 * Throws a problem if the viewer may not download it.
 */
export function photoSourceOf(
  deps: Deps,
): (
  viewer: Viewer,
  eventId: string,
  photoId: string,
  wanted?: 'full' | 'preview',
) => Promise<{ key: string; width: number; height: number }> {
  const derivatives = derivativesOf(deps);
  const marked = createWatermarkedCopies(deps, derivatives);
  return async (viewer, eventId, photoId, wanted = 'full') => {
    const { event, photo, reader } = await requireVisiblePhoto(deps.db, { id: eventId, photoId }, viewer);
    if (!canDownloadPhoto(reader, event, photo))
      throw forbidden('This event doesn’t allow downloads, so you can’t create images from its photos.');
    const { width, height } = photo;
    if (photo.state !== 'ready' || photo.showsProof || width === null || height === null)
      throw new Problem(409, 'not_ready', 'This photo is still processing, or can’t be read.');
    const variant = wanted === 'full' && photo.originalDeletedAt === null ? 'download' : 'preview';
    const size = variant === 'preview' ? fitPreview({ width, height }) : { width, height };
    const watermark = watermarkFor(reader.relation, event);
    if (!watermark) {
      if (variant === 'download') await derivatives.ensureDownload(photo);
      return { key: storageKeys[variant](photo.id), ...size };
    }
    const key = await marked.ensure(photo, event.organizationId, variant, watermark);
    if (key === null) throw notFound('photo');
    return { key, ...size };
  };
}
