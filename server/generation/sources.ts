// The pictures that images are made of: found and judged when a generation is asked for, read when it begins. In between they are known by
// where they lie, so that nothing else can take their place.
import { buffer } from 'node:stream/consumers';
import type { components } from '#openapi/api.ts';
import type { Queryable } from '#server/db/types.ts';
import type { GenerationRow } from '#server/generation/generations-repository.ts';
import { GeneratorError, type DigitalSourceType, type Picture } from '#server/generation/generator.ts';
import { findGenerationUpload, findImage } from '#server/generation/image-repository.ts';
import { canUseSource, canViewImage } from '#server/generation/policy.ts';
import { sourceTypeIn } from '#server/generation/provenance.ts';
import { Problem } from '#server/http/problem.ts';
import type { Derivatives } from '#server/media/derivatives.ts';
import { storageKeys, type Storage } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/**
 * The file that this viewer may have of an event's photo.
 * @throws {Problem} when there is none for them
 */
export type PhotoSource = (viewer: Viewer, eventId: string, photoId: string, size?: SourceSize) => Promise<LocatedSource>;

/** `preview` is enough for a sample, and faster to read. */
export type SourceSize = 'full' | 'preview';

/** Storage key and size of an upright image. */
export interface LocatedSource {
  key: string;
  width: number;
  height: number;
}

export type GenerationPictures = Pick<Derivatives, 'sourceOf' | 'generatedOf'>;

/**
 * Where they lie.
 * @throws {Problem} 409 `source_unavailable`
 */
export async function locateSources(
  db: Queryable,
  { source, mask }: Pick<Schemas['GenerationRequest'], 'source' | 'mask'>,
  viewer: Viewer,
  photoSource: PhotoSource,
): Promise<{ source: LocatedSource | null; mask: LocatedSource | null }> {
  return {
    source: source && (await locateSource(db, source, viewer, photoSource)),
    mask: mask === null ? null : await locateUpload(db, mask, viewer, 'mask'),
  };
}

/** @throws {Problem} 422 for a photo without its event, 409 `source_unavailable`, and for a preview `not_ready`, which can be asked for again */
export async function locateSource(
  db: Queryable,
  source: Schemas['GenerationSource'],
  viewer: Viewer,
  photoSource: PhotoSource,
  size: SourceSize = 'full',
): Promise<LocatedSource> {
  if (source.kind === 'upload') return locateUpload(db, source.id, viewer, 'source');
  if (source.kind === 'photo') {
    const { event_id: eventId } = source;
    if (!eventId) throw withoutEvent();
    try {
      return await photoSource(viewer, eventId, source.id, size);
    } catch (error) {
      if (error instanceof Problem && error.status === 404)
        throw sourceUnavailable('source', 'This photo doesn’t exist, or you can’t view it.');
      if (error instanceof Problem && error.code === 'not_ready' && size === 'preview') throw error;
      if (error instanceof Problem && error.status < 500) throw sourceUnavailable('source', error.message);
      throw error;
    }
  }
  const image = await findImage(db, viewer.userId, source.id);
  if (!image || image.deletedAt || !canViewImage(viewer, image)) throw sourceUnavailable('source', 'This image no longer exists.');
  const { width, height } = image;
  const variant = size === 'preview' ? 'preview' : 'original';
  return { key: storageKeys.generated(image.generationId, image.position, variant), width, height };
}

async function locateUpload(db: Queryable, id: string, viewer: Viewer, field: 'source' | 'mask'): Promise<LocatedSource> {
  const upload = await findGenerationUpload(db, id);
  if (!upload || !canUseSource(viewer, upload)) throw sourceUnavailable(field, 'This image has expired after a day. Choose it again.');
  return { key: storageKeys.generationSource(upload.id, 'picture'), width: upload.width, height: upload.height };
}

const withoutEvent = () =>
  new Problem(422, 'invalid_request', 'A photo can only be used with the event that it belongs to: add `event_id`.', {
    errors: [{ field: 'query.event_id', message: 'is required for a photo' }],
  });

export const sourceUnavailable = (field: 'source' | 'mask', detail: string) =>
  new Problem(409, 'source_unavailable', detail, { errors: [{ field: `body.${field}`, message: 'is not available' }] });

/** Of an upload, which was normalized on arrival. */
export const uploadedPicture = (bytes: Buffer): Picture => ({ bytes, contentType: bytes[0] === 0x89 ? 'image/png' : 'image/jpeg' });

/**
 * `sourceType`: of a source that was made here.
 * @throws {GeneratorError} `source_unavailable`
 */
export async function readSources(
  storage: Storage,
  pictures: GenerationPictures,
  { request, sourceKey, maskKey }: { request: Pick<GenerationRow['request'], 'source'> } & Pick<GenerationRow, 'sourceKey' | 'maskKey'>,
): Promise<{ source: Picture | null; mask: Picture | null; sourceType: DigitalSourceType | null }> {
  const read = async (key: string): Promise<Buffer> => {
    const object = await storage.get(key);
    if (!object) throw new GeneratorError('source_unavailable', 'The source image no longer exists.');
    return buffer(object.stream);
  };
  let sourceType: DigitalSourceType | null = null;
  const drawn = async (key: string): Promise<Picture> => {
    const bytes = await read(key);
    if (request.source?.kind === 'image' && key === sourceKey) sourceType = await sourceTypeIn(bytes);
    // Uploads were normalized on arrival; other files may have any size.
    const isDrawn = request.source?.kind === 'upload' || key === maskKey;
    if (isDrawn) return uploadedPicture(bytes);
    const { bytes: small, contentType } = await pictures.sourceOf(bytes);
    return { bytes: small, contentType };
  };
  const source = sourceKey === null ? null : await drawn(sourceKey);
  const mask = maskKey === null ? null : await drawn(maskKey);
  return { source, mask, sourceType };
}
