import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { auditAll } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { imageOrder, listImageRows, setFavorite, setImagesDeleted, type GeneratedImageRow } from '#server/generation/image-repository.ts';
import {
  lockDeletableImage,
  lockDeletableImages,
  requireScope,
  requireVisibleImage,
  restorableSince,
} from '#server/generation/operations/authorize.ts';
import { canDeleteImage } from '#server/generation/policy.ts';
import { presentImage } from '#server/generation/presenter.ts';
import type { OperationsOf } from '#server/http/operation.ts';
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

/** Of those that are held, the ones that are not deleted yet. */
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
