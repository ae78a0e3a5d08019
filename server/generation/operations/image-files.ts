import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { GeneratedImageRow } from '#server/generation/image-repository.ts';
import { requireVisibleImage } from '#server/generation/operations/authorize.ts';
import { attachment, fileNameSlug } from '#server/http/content-disposition.ts';
import { matchesIfNoneMatch } from '#server/http/etag.ts';
import type { AnswerHeaders, Call, OperationsOf } from '#server/http/operation.ts';
import { storageKeys, type Storage } from '#server/storage/storage.ts';

interface ImageFile {
  key: string;
  /** Without quotes. */
  etag: string;
  type: string;
  headers?: AnswerHeaders;
}

/** Private, kept by browsers, asked about each time. Null: it is not there. */
export async function sendImage(storage: Storage, request: Pick<FastifyRequest, 'headers'>, { key, etag, type, headers: more }: ImageFile) {
  const headers: AnswerHeaders = { etag: `"${etag}"`, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff', ...more };
  if (matchesIfNoneMatch(request, `"${etag}"`)) return { status: 304 as const, headers };
  const object = await storage.get(key);
  if (!object) return null;
  const answer = { ...headers, 'content-type': type, 'content-length': String(object.bytes) };
  return { status: 200 as const, stream: object.stream, headers: answer };
}

export function imageFileCalls({ db, storage }: Pick<Deps, 'db' | 'storage'>) {
  const send = async ({ path, viewer, request }: Call<'getGeneratedImageThumb'>, variant: 'thumb' | 'preview' | 'original') => {
    const image = await requireVisibleImage(db, path.imageId, viewer);
    const isOriginal = variant === 'original';
    const answer = await sendImage(storage, request, {
      key: storageKeys.generated(image.generationId, image.position, variant),
      etag: `${image.hash}-${variant}`,
      type: isOriginal ? image.contentType : 'image/webp',
      ...(isOriginal && { headers: attachment(`${imageName(image)}.${imageExtension(image)}`) }),
    });
    if (!answer) throw new Error(`the ${variant} of image ${image.id} is not in the storage`);
    return answer;
  };

  return {
    getGeneratedImageThumb: (call) => send(call, 'thumb'),
    getGeneratedImagePreview: (call) => send(call, 'preview'),
    getGeneratedImageOriginal: (call) => send(call, 'original'),
  } satisfies Partial<OperationsOf<'generation'>>;
}

type NamedImage = Pick<GeneratedImageRow, 'id' | 'prompt' | 'createdAt' | 'contentType'>;

/** A name a person recognises in a folder: what it shows, the day, and enough of the id to be the only one. */
function imageName({ id, prompt, createdAt }: NamedImage): string {
  return [fileNameSlug(prompt) || 'image', createdAt.toISOString().slice(0, 10), id.slice(-4)].join('-');
}

const imageExtension = ({ contentType }: NamedImage): string => (contentType === 'image/jpeg' ? 'jpg' : contentType.slice('image/'.length));
