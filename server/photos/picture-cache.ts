// Answers thumbnails and previews from memory: cached access rights, and cached bytes or a matching ETag.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import type { EventRow } from '#server/events/events-repository.ts';
import { type EventRole, watermarkFor } from '#server/events/policy.ts';
import { matchesIfNoneMatch } from '#server/http/etag.ts';
import type { AnswerHeaders } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { Watermark } from '#server/organizations/pictures.ts';
import { requireVisiblePicture } from '#server/photos/operations/authorize.ts';
import type { PhotoRow } from '#server/photos/photos-repository.ts';
import type { PhotoPath, PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import type { Viewer } from '#server/viewer.ts';

/** Increment when derivatives change, so that browsers reload them. */
export const DERIVATIVES_VERSION = 1;
/** A thumb of 320 pixels has about 15 kB. */
const MAX_CACHED_BYTES = 64 * 1024;
const CACHE_BYTES = 48 * 1024 * 1024;

export type Variant = 'thumb' | 'preview' | 'download';

/** A photo and the reader's role. */
export interface PhotoForReader {
  event: EventRow;
  photo: PhotoRow;
  relation: EventRole;
}

/** A file of a photo. */
export interface PhotoFile {
  photo: PhotoRow;
  variant: string;
  type: string;
  /** It may be served from memory: small, and asked for by everybody as soon as it is there. */
  isHot?: boolean;
  headers?: AnswerHeaders;
}

export type FileAnswer = { status: 304; headers: AnswerHeaders } | { status: 200; stream: Readable | Buffer; headers: AnswerHeaders };

/** What this reader is given of a photo. Where a watermark belongs on it, it is never given without. */
export function fileForReader({ event, photo, relation }: PhotoForReader, variant: Variant): PhotoFile & { watermark: Watermark | null } {
  const watermark = watermarkFor(relation, event);
  return {
    photo,
    watermark,
    variant: `${variant}${DERIVATIVES_VERSION}${watermark ? `-${watermark.tag}` : ''}${photo.showsProof ? '-proof' : ''}`,
    type: 'image/jpeg',
    // The files of a deleted photo are removed later. Memory must not outlive them.
    isHot: variant === 'thumb' && photo.deletedAt === null,
  };
}

export interface PictureCache {
  /** Null where it cannot be answered from memory, or is to be refused. */
  answer(variant: 'thumb' | 'preview', request: FastifyRequest, viewer: Viewer): FileAnswer | null;
  /** The same for a file that the caller may see. */
  answerFile(request: Pick<FastifyRequest, 'headers'>, file: PhotoFile): FileAnswer | null;
  /** The file as an answer. Of a hot file all who ask at once share one read, and the next ones get it from memory. Null: it is not there. */
  read(file: PhotoFile, open: () => Promise<{ bytes: number; stream: Readable } | null>): Promise<FileAnswer | null>;
}

export function createPictureCache(rights: Pick<PictureAccessCache, 'peek'>): PictureCache {
  const thumbs = thumbCache();

  const answerFile: PictureCache['answerFile'] = (request, file) => {
    const etag = tagOf(file);
    if (matchesIfNoneMatch(request, etag)) return { status: 304, headers: headersOf(file) };
    const thumb = file.isHot ? thumbs.peek(tagOf(file)) : undefined;
    return thumb ? found(file, thumb.length, thumb) : null;
  };

  return {
    answerFile,
    answer(variant, request, viewer) {
      const rows = rights.peek(request.params as PhotoPath, viewer.userId);
      if (!rows) return null;
      try {
        const { event, photo, reader } = requireVisiblePicture(rows, viewer);
        if (photo.deletedAt !== null || photo.state !== 'ready') return null;
        return answerFile(request, fileForReader({ event, photo, relation: reader.relation }, variant));
      } catch (error) {
        if (error instanceof Problem) return null;
        throw error;
      }
    },
    async read(file, open) {
      if (file.isHot) {
        const thumb = await thumbs.get(tagOf(file), open);
        return thumb && found(file, thumb.length, thumb);
      }
      const object = await open();
      return object && found(file, object.bytes, object.stream);
    },
  };
}

/** By the id, because a photo's file never changes, except that of a proof: visitors without an account must not learn the hash of the original. */
const tagOf = ({ photo, variant }: PhotoFile): string => `"${photo.id}-${variant}"`;

/** Private, and revalidated by browsers each time. */
const headersOf = (file: PhotoFile): AnswerHeaders => ({
  etag: tagOf(file),
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  ...file.headers,
});

const found = (file: PhotoFile, bytes: number, stream: Readable | Buffer): FileAnswer => ({
  status: 200,
  stream,
  headers: { ...headersOf(file), 'content-type': file.type, 'content-length': String(bytes) },
});

/** An LRU cache, bounded by the sum of bytes. */
function thumbCache() {
  const thumbs = new Map<string, Buffer>();
  const reads = new Map<string, Promise<Buffer | null>>();
  let bytes = 0;

  function keep(key: string, thumb: Buffer): void {
    bytes += thumb.length - (thumbs.get(key)?.length ?? 0);
    thumbs.set(key, thumb);
    for (const [oldest, { length }] of thumbs) {
      if (bytes <= CACHE_BYTES) break;
      thumbs.delete(oldest);
      bytes -= length;
    }
  }

  async function read(key: string, open: () => Promise<{ stream: Readable } | null>): Promise<Buffer | null> {
    const object = await open();
    if (!object) return null;
    const thumb = await buffer(object.stream);
    if (thumb.length <= MAX_CACHED_BYTES) keep(key, thumb);
    return thumb;
  }

  function peek(key: string): Buffer | undefined {
    const thumb = thumbs.get(key);
    if (thumb) {
      thumbs.delete(key);
      thumbs.set(key, thumb);
    }
    return thumb;
  }

  return {
    peek,
    get(key: string, open: () => Promise<{ stream: Readable } | null>): Promise<Buffer | null> {
      const reading = reads.get(key) ?? read(key, open).finally(() => reads.delete(key));
      reads.set(key, reading);
      return reading;
    },
  };
}
