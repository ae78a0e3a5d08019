import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/deps.ts';
import { isUnknownCode, openFromOutside } from '#server/events/opening.ts';
import { canDownload, type Relation } from '#server/events/policy.ts';
import { coverFromOutside } from '#server/events/presenter.ts';
import type { EventRow } from '#server/events/repository.ts';
import { watermarkFor } from '#server/events/watermark.ts';
import { holdsTag } from '#server/http/etag.ts';
import type { AnswerHeaders, Call, OperationsOf } from '#server/http/operation.ts';
import { forbidden, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { attachment } from '#server/http/sent-files.ts';
import type { Derivatives } from '#server/photos/derivatives.ts';
import { downloadName, originalName } from '#server/photos/file-names.ts';
import type { MarkedCopies } from '#server/photos/marked-copies.ts';
import {
  photoDeleted,
  requireInspectedPhoto,
  requireKnownPicture,
  requireVisiblePhoto,
  type Found,
} from '#server/photos/operations/authorize.ts';
import type { PictureRights } from '#server/photos/picture-rights.ts';
import { canDownloadPhoto, canLookIntoTrash, canReadOriginal, isShown } from '#server/photos/policy.ts';
import { findPhoto, type PhotoRow } from '#server/photos/repository.ts';
import { storageKeys } from '#server/storage/storage.ts';

type FileCall = Pick<Call<'getPhotoThumb'>, 'request'>;
type Variant = 'thumb' | 'preview' | 'download';

interface Shown {
  event: EventRow;
  photo: PhotoRow;
  relation: Relation;
}

/** Raised when derivatives are made differently, so that browsers fetch them anew. */
const DERIVED_EDITION = 1;

interface Parts {
  limits: Pick<RateLimits, 'guessing'>;
  rights: PictureRights;
}

interface SentFile {
  /** Says where it lies, once it is there; null: it is not. */
  locate: () => Promise<string | null>;
  variant: string;
  /** It may be served from memory: small, and asked for by everybody as soon as it is there. */
  isHot?: boolean;
  type: string;
  headers?: AnswerHeaders;
}

/** The files of a photo: private, cached by browsers under addresses whose content never changes (docs/product.md B3.9). */
export function fileCalls(
  { db, jobs, storage }: Deps,
  derivatives: Derivatives,
  marked: MarkedCopies,
  { limits: { guessing }, rights }: Parts,
) {
  const thumbs = thumbCache();

  const send = async (call: FileCall, photo: PhotoRow, file: SentFile) => {
    const etag = `"${photo.sha256.slice(0, 32)}-${file.variant}"`;
    const headers: AnswerHeaders = { etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff', ...file.headers };
    if (holdsTag(call.request, etag)) return { status: 304 as const, headers };
    const found = (bytes: number, stream: Readable | Buffer) => ({
      status: 200 as const,
      stream,
      headers: { ...headers, 'content-type': file.type, 'content-length': String(bytes) },
    });
    // With the id: photos of the same bytes may be turned differently.
    const cacheKey = `${photo.id} ${etag}`;
    if (file.isHot) {
      const thumb = await thumbs.get(cacheKey, () => readWhole(file));
      return thumb && found(thumb.length, thumb);
    }
    const object = await open(file);
    return object && found(object.bytes, object.stream);
  };
  const open = async ({ locate }: SentFile) => {
    const key = await locate();
    return key === null ? null : storage.get(key);
  };
  const readWhole = async (file: SentFile) => {
    const object = await open(file);
    return object && buffer(object.stream);
  };

  /** What this reader is given of a photo. Where a watermark belongs on it, it is never given without. */
  const sendShown = (call: FileCall, { event, photo, relation }: Shown, variant: Variant, headers?: AnswerHeaders) => {
    const watermark = watermarkFor(relation, event);
    const clean = async () => {
      if (variant === 'download') await derivatives.ensureDownload(photo);
      return storageKeys[variant](photo.id);
    };
    return send(call, photo, {
      locate: watermark ? () => marked.ensure(photo, event.organizationId, variant, watermark) : clean,
      variant: `${variant}${DERIVED_EDITION}${watermark ? `-${watermark.tag}` : ''}`,
      // The files of a deleted photo are removed some time later: what is in memory must not outlive them.
      isHot: variant === 'thumb' && photo.deletedAt === null,
      type: 'image/jpeg',
      ...(headers && { headers }),
    });
  };

  const derived = async (call: Call<'getPhotoThumb'>, variant: 'thumb' | 'preview') => {
    const { event, photo, reader } = await requireKnownPicture(rights, call.path, call.viewer);
    if (photo.deletedAt && !canLookIntoTrash(reader, event, photo)) throw photoDeleted();
    return sendDerived(call, { event, photo, relation: reader.relation }, variant);
  };

  /** As the organization has it, without its watermark: what is looked at is the photo. */
  const inspected = async (call: Call<'getPlatformPhotoThumb'>, variant: 'thumb' | 'preview') => {
    const found = await requireInspectedPhoto(db, call.path, call.viewer);
    return sendDerived(call, { ...found, relation: 'organization' }, variant);
  };

  const sendDerived = async (call: FileCall, shown: Shown, variant: 'thumb' | 'preview') => {
    const { photo } = shown;
    requireReady(photo);
    const answer = await sendShown(call, shown, variant);
    if (answer) return answer;
    // The file is gone though the photo was ready: it can be made again from the original.
    if ((await storage.size(storageKeys[variant](photo.id))) === null)
      await jobs.add(db, 'derive-photo', { photoId: photo.id }, { key: `derive-photo:${photo.id}` });
    throw notReady();
  };

  return {
    getPhotoThumb: (call) => derived(call, 'thumb'),
    getPhotoPreview: (call) => derived(call, 'preview'),

    getPlatformPhotoThumb: (call) => inspected(call, 'thumb'),
    getPlatformPhotoPreview: (call) => inspected(call, 'preview'),

    getJoinCover: (call) =>
      guessing(call.request, isUnknownCode, async () => {
        const { event } = await openFromOutside(db, call.path.code);
        const coverId = coverFromOutside(event);
        const photo = coverId === null ? null : await findPhoto(db, coverId, null);
        if (!photo || photo.deletedAt !== null || !isShown(photo)) throw new Problem(404, 'no_cover', 'This event has no cover.');
        return sendDerived(call, { event, photo, relation: 'none' }, 'preview');
      }),

    async downloadPhoto(call) {
      const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
      if (!canDownloadPhoto(reader, event, photo)) throw downloadsClosed({ event, photo, reader });
      requireReady(photo);
      const headers = attachment(`${downloadName(event, photo)}.jpg`);
      const answer = await sendShown(call, { event, photo, relation: reader.relation }, 'download', headers);
      if (!answer) throw notReady();
      return answer;
    },

    async getPhotoOriginal(call) {
      const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
      if (!canReadOriginal(reader, event, photo)) throw forbidden('Only the photographer and the organization can download the original.');
      const headers = attachment(originalName(event, photo));
      const locate = async () => storageKeys.original(photo);
      const answer = await send(call, photo, { locate, variant: `original${DERIVED_EDITION}`, type: photo.contentType, headers });
      if (!answer) throw new Error(`the original of photo ${photo.id} is not in the storage`);
      return answer;
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}

/** A thumb of 320 pixels has about 15 kB. */
const MAX_CACHED_BYTES = 64 * 1024;
const CACHE_BYTES = 48 * 1024 * 1024;

/** An LRU cache of thumbs, bounded by the sum of their bytes. All who ask for a new one at once share one read. */
function thumbCache() {
  const thumbs = new Map<string, Buffer>();
  const reads = new Map<string, Promise<Buffer | null>>();
  let bytes = 0;

  function keep(key: string, thumb: Buffer): void {
    bytes += thumb.length;
    thumbs.set(key, thumb);
    for (const [oldest, { length }] of thumbs) {
      if (bytes <= CACHE_BYTES) break;
      thumbs.delete(oldest);
      bytes -= length;
    }
  }

  return {
    async get(key: string, read: () => Promise<Buffer | null>): Promise<Buffer | null> {
      const kept = thumbs.get(key);
      if (kept) {
        thumbs.delete(key);
        thumbs.set(key, kept);
        return kept;
      }
      const reading = reads.get(key);
      if (reading) return reading;
      const begun = read().finally(() => reads.delete(key));
      reads.set(key, begun);
      const thumb = await begun;
      if (thumb && thumb.length <= MAX_CACHED_BYTES) keep(key, thumb);
      return thumb;
    },
  };
}

const notReady = () => new Problem(409, 'not_ready', 'This photo is still processing.');

function requireReady(photo: PhotoRow): void {
  if (photo.state === 'processing') throw notReady();
  if (photo.state === 'unreadable') throw new Problem(409, 'photo_unreadable', photo.unreadableReason ?? 'This photo can’t be read.');
}

function downloadsClosed({ event, reader }: Found): Problem {
  const wouldOtherwise = canDownload(reader.relation, { ...event, allowDownloads: true });
  return wouldOtherwise
    ? new Problem(403, 'downloads_closed', 'This event doesn’t allow downloads.')
    : forbidden('Join this event to download its photos.');
}
