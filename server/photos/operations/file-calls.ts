import type { Deps } from '#server/deps.ts';
import { canDownload } from '#server/events/policy.ts';
import type { AnswerHeaders, Call, OperationsOf } from '#server/http/operation.ts';
import { forbidden, Problem } from '#server/http/problem.ts';
import type { Derivatives } from '#server/photos/derivatives.ts';
import { downloadName } from '#server/photos/file-names.ts';
import { requireVisiblePhoto, type Found } from '#server/photos/operations/authorize.ts';
import { canDownloadPhoto, canReadOriginal } from '#server/photos/policy.ts';
import type { PhotoRow } from '#server/photos/repository.ts';
import { storageKeys } from '#server/storage/storage.ts';

type FileCall = Call<'getPhotoThumb'>;

/** Raised when derivatives are made differently, so that browsers fetch them anew. */
const DERIVED_EDITION = 1;

/** The files of a photo: private, kept by browsers, asked about each time (docs/product.md B3.9). */
export function fileCalls({ db, jobs, storage }: Deps, derivatives: Derivatives) {
  const send = async (call: FileCall, photo: PhotoRow, file: { key: string; variant: string; type: string; headers?: AnswerHeaders }) => {
    const etag = `"${photo.sha256.slice(0, 32)}-${file.variant}${DERIVED_EDITION}"`;
    const headers: AnswerHeaders = { etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff', ...file.headers };
    const held = call.request.headers['if-none-match'];
    if (held !== undefined && held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
      return { status: 304 as const, headers };
    const object = await storage.get(file.key);
    if (!object) return null;
    const answer = { ...headers, 'content-type': file.type, 'content-length': String(object.bytes) };
    return { status: 200 as const, stream: object.stream, headers: answer };
  };

  const derived = async (call: FileCall, variant: 'thumb' | 'preview') => {
    const { photo } = await requireVisiblePhoto(db, call.path, call.viewer);
    requireReady(photo);
    const answer = await send(call, photo, { key: storageKeys[variant](photo.id), variant, type: 'image/jpeg' });
    if (answer) return answer;
    // The file is gone though the photo was ready: it can be made again from the original.
    await jobs.add(db, 'derive-photo', { photoId: photo.id }, { key: `derive-photo:${photo.id}` });
    throw notReady();
  };

  return {
    getPhotoThumb: (call) => derived(call, 'thumb'),
    getPhotoPreview: (call) => derived(call, 'preview'),

    async downloadPhoto(call) {
      const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
      if (!canDownloadPhoto(reader, event, photo)) throw downloadsClosed({ event, photo, reader });
      requireReady(photo);
      await derivatives.ensureDownload(photo);
      const headers = attachment(`${downloadName(event.name, photo)}.jpg`);
      const answer = await send(call, photo, { key: storageKeys.download(photo.id), variant: 'download', type: 'image/jpeg', headers });
      if (!answer) throw notReady();
      return answer;
    },

    async getPhotoOriginal(call) {
      const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
      if (!canReadOriginal(reader, event, photo)) throw forbidden('Only its author and the organization may have the original.');
      const extension = photo.contentType === 'image/jpeg' ? 'jpg' : photo.contentType.slice('image/'.length);
      const headers = attachment(`${downloadName(event.name, photo)}-original.${extension}`);
      const answer = await send(call, photo, { key: storageKeys.original(photo), variant: 'original', type: photo.contentType, headers });
      if (!answer) throw new Error(`the original of photo ${photo.id} is not in the storage`);
      return answer;
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}

const notReady = () => new Problem(409, 'not_ready', 'This photo is still being prepared.');

function requireReady(photo: PhotoRow): void {
  if (photo.state === 'processing') throw notReady();
  if (photo.state === 'unreadable') throw new Problem(409, 'photo_unreadable', photo.unreadableReason ?? 'This photo cannot be read.');
}

function downloadsClosed({ event, reader }: Found): Problem {
  const wouldOtherwise = canDownload(reader.relation, { ...event, allowDownloads: true });
  return wouldOtherwise
    ? new Problem(403, 'downloads_closed', 'This event allows no downloads.')
    : forbidden('Join this event to download its photos.');
}

/** Names beyond ASCII go by RFC 8187, with a plain name beside for old programs. */
function attachment(name: string): AnswerHeaders {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return { 'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}` };
}
