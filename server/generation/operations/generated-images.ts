import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { auditAll } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { type GeneratedImageRow, imageOrder, listImageRows, setFavorite, setImagesDeleted } from '#server/generation/image-repository.ts';
import {
  lockDeletableImage,
  lockDeletableImages,
  requireScope,
  requireVisibleImage,
  restorableSince,
} from '#server/generation/operations/authorize.ts';
import { canDeleteImage } from '#server/generation/policy.ts';
import { presentImage } from '#server/generation/presenter.ts';
import { attachment, fileNameSlug } from '#server/http/content-disposition.ts';
import { createDownloadRedirect } from '#server/http/download-redirect.ts';
import { matchesIfNoneMatch } from '#server/http/etag.ts';
import type { AnswerHeaders, Call, OperationsOf } from '#server/http/operation.ts';
import { type Storage, storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';

export function generatedImageCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listGeneratedImages({ viewer, query }) {
      const { organization_id: organizationId = null, cursor, limit, ...rest } = query;
      await requireScope(db, viewer, organizationId);
      // Of what others deleted those hear who can restore it.
      const ownOnly = rest.deleted === true && !canDeleteImage(viewer, { userId: '', organizationId });
      const filter = { ...rest, userId: viewer.userId, organizationId, ownOnly, deletedSince: restorableSince() };
      const { rows, cursors } = await imageOrder.page({ cursor, limit, sort: '-created_at' }, (range) => listImageRows(db, filter, range));
      return { status: 200, body: { items: rows.map((row) => presentImage(row, viewer)), next_cursor: cursors.next_cursor } };
    },

    async getGeneratedImage({ viewer, path }) {
      return { status: 200, body: presentImage(await requireVisibleImage(db, path.imageId, viewer), viewer) };
    },

    async deleteGeneratedImage({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const image = await lockDeletableImage(tx, path.imageId, viewer);
        await remove(tx, [image], { viewer, request });
      });
      return { status: 204 };
    },

    async restoreGeneratedImage({ viewer, path, request }) {
      const image = await db.transaction(async (tx) => {
        const held = await lockDeletableImage(tx, path.imageId, viewer);
        await restore(tx, [held], { viewer, request });
        return { ...held, deletedAt: null };
      });
      return { status: 200, body: presentImage(image, viewer) };
    },

    async deleteGeneratedImages({ viewer, body, request }) {
      const deleted = await db.transaction(async (tx) => {
        const held = await lockDeletableImages(tx, body.ids, viewer);
        await remove(tx, held, { viewer, request });
        return held.map(({ id }) => id);
      });
      return { status: 200, body: { deleted, refused: without(body.ids, deleted) } };
    },

    async restoreGeneratedImages({ viewer, body, request }) {
      const restored = await db.transaction(async (tx) => {
        const held = await lockDeletableImages(tx, body.ids, viewer);
        await restore(tx, held, { viewer, request });
        return held.map(({ id }) => id);
      });
      return { status: 200, body: { restored, refused: without(body.ids, restored) } };
    },

    async addFavouriteImage({ viewer, path }) {
      const { id } = await requireVisibleImage(db, path.imageId, viewer);
      await setFavorite(db, viewer.userId, id, true);
      return { status: 204 };
    },

    async removeFavouriteImage({ viewer, path }) {
      const { id } = await requireVisibleImage(db, path.imageId, viewer);
      await setFavorite(db, viewer.userId, id, false);
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

interface RequestContext {
  viewer: Viewer;
  request: FastifyRequest;
}

/** Deletes the locked images that aren't deleted yet. */
const remove = (tx: Tx, held: readonly GeneratedImageRow[], asking: RequestContext) =>
  change(
    tx,
    held.filter(({ deletedAt }) => !deletedAt),
    { ...asking, action: 'generation.delete_image', deletedAt: new Date() },
  );

const restore = (tx: Tx, held: readonly GeneratedImageRow[], asking: RequestContext) =>
  change(
    tx,
    held.filter(({ deletedAt }) => deletedAt),
    { ...asking, action: 'generation.restore_image', deletedAt: null },
  );

async function change(
  tx: Tx,
  images: readonly GeneratedImageRow[],
  { viewer, request, action, deletedAt }: RequestContext & { action: AuditAction; deletedAt: Date | null },
): Promise<void> {
  if (images.length === 0) return;
  await setImagesDeleted(
    tx,
    images.map(({ id }) => id),
    deletedAt,
  );
  const entry = { action, actorId: viewer.userId, subjectType: 'generated_image', request };
  await auditAll(
    tx,
    images.map(({ id, organizationId }) => ({ ...entry, subjectId: id, organizationId })),
  );
}

const without = (ids: readonly string[], done: readonly string[]): string[] => ids.filter((id) => !done.includes(id));

interface ImageFile {
  key: string;
  /** Without quotes. */
  etag: string;
  type: string;
  headers?: AnswerHeaders;
}

/** Private, cached by browsers and revalidated each time. Null if the file is missing. */
export async function sendImage(storage: Storage, request: Pick<FastifyRequest, 'headers'>, { key, etag, type, headers: more }: ImageFile) {
  const headers: AnswerHeaders = { etag: `"${etag}"`, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff', ...more };
  if (matchesIfNoneMatch(request, `"${etag}"`)) return { status: 304 as const, headers };
  const object = await storage.get(key);
  if (!object) return null;
  const answer = { ...headers, 'content-type': type, 'content-length': String(object.bytes) };
  return { status: 200 as const, stream: object.stream, headers: answer };
}

/** The columns that name and describe the files of an image. */
export type ImageFiles = Pick<GeneratedImageRow, 'id' | 'generationId' | 'position' | 'prompt' | 'contentType' | 'hash' | 'createdAt'>;

/** Sends files of images to callers who may see them. */
export function imageSender({ config, storage }: Pick<Deps, 'config' | 'storage'>) {
  const redirect = createDownloadRedirect({ config, storage });

  const fileOf = (image: ImageFiles, variant: 'thumb' | 'preview' | 'original') => ({
    key: storageKeys.generated(image.generationId, image.position, variant),
    etag: `${image.hash}-${variant}`,
    type: variant === 'original' ? image.contentType : 'image/webp',
  });

  const send = async (request: FastifyRequest, image: ImageFiles, file: ImageFile) => {
    const answer = await sendImage(storage, request, file);
    if (!answer) throw new Error(`the file ${file.key} of image ${image.id} is not in the storage`);
    return answer;
  };

  return {
    sendPicture: (request: FastifyRequest, image: ImageFiles, variant: 'thumb' | 'preview') => send(request, image, fileOf(image, variant)),
    async sendOriginal(request: FastifyRequest, image: ImageFiles) {
      const file = fileOf(image, 'original');
      const headers = attachment(`${imageName(image)}.${imageExtension(image)}`);
      const isKnown = matchesIfNoneMatch(request, `"${file.etag}"`);
      return (isKnown ? null : await redirect(request, { ...file, disposition: headers })) ?? send(request, image, { ...file, headers });
    },
  };
}

export function imageFileCalls(deps: Pick<Deps, 'config' | 'db' | 'storage'>) {
  const { db } = deps;
  const { sendPicture, sendOriginal } = imageSender(deps);
  const picture = async ({ path, viewer, request }: Call<'getGeneratedImageThumb'>, variant: 'thumb' | 'preview') =>
    sendPicture(request, await requireVisibleImage(db, path.imageId, viewer), variant);

  return {
    getGeneratedImageThumb: (call) => picture(call, 'thumb'),
    getGeneratedImagePreview: (call) => picture(call, 'preview'),
    getGeneratedImageOriginal: async ({ path, viewer, request }) =>
      sendOriginal(request, await requireVisibleImage(db, path.imageId, viewer)),
  } satisfies Partial<OperationsOf<'generation'>>;
}

type NamedImage = Pick<GeneratedImageRow, 'id' | 'prompt' | 'createdAt' | 'contentType'>;

/** A recognizable file name: prompt, date, and the end of the id, which makes it unique. */
function imageName({ id, prompt, createdAt }: NamedImage): string {
  return [fileNameSlug(prompt) || 'image', createdAt.toISOString().slice(0, 10), id.slice(-4)].join('-');
}

const imageExtension = ({ contentType }: NamedImage): string => (contentType === 'image/jpeg' ? 'jpg' : contentType.slice('image/'.length));
