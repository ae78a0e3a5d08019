import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import { imageOrder, listImageRows, setFavourite, setImageDeleted, type GeneratedImageRow } from '#server/generation/image-repository.ts';
import { holdDeletableImage, requireScope, requireVisibleImage, restorableSince } from '#server/generation/operations/authorize.ts';
import { canDeleteImage } from '#server/generation/policy.ts';
import { presentImage } from '#server/generation/presenter.ts';
import type { OperationsOf } from '#server/http/operation.ts';

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
        const image = await holdDeletableImage(tx, path.imageId, viewer);
        if (image.deletedAt) return;
        await setImageDeleted(tx, image.id, new Date());
        await audit(tx, { action: 'generation.delete_image', actorId: viewer.userId, ...ofImage(image), request });
      });
      return { status: 204 };
    },

    async restoreGeneratedImage({ viewer, path, request }) {
      const image = await db.transaction(async (tx) => {
        const held = await holdDeletableImage(tx, path.imageId, viewer);
        if (!held.deletedAt) return held;
        await setImageDeleted(tx, held.id, null);
        await audit(tx, { action: 'generation.restore_image', actorId: viewer.userId, ...ofImage(held), request });
        return { ...held, deletedAt: null };
      });
      return { status: 200, body: presentImage(image, viewer) };
    },

    async addFavouriteImage({ viewer, path }) {
      const { id } = await requireVisibleImage(db, path.imageId, viewer);
      await setFavourite(db, viewer.userId, id, true);
      return { status: 204 };
    },

    async removeFavouriteImage({ viewer, path }) {
      const { id } = await requireVisibleImage(db, path.imageId, viewer);
      await setFavourite(db, viewer.userId, id, false);
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

const ofImage = ({ id, organizationId }: GeneratedImageRow): Pick<AuditEntry, 'subjectType' | 'subjectId' | 'organizationId'> => ({
  subjectType: 'generated_image',
  subjectId: id,
  organizationId,
});
