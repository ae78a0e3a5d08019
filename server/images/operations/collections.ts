import type { AuditAction } from '#server/audit/actions.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import {
  addCollectionItems,
  countCollectionItems,
  countCollections,
  findCollection,
  insertCollection,
  listCollections,
  removeCollectionItems,
  setCollection,
  type CollectionRow,
} from '#server/images/collection-repository.ts';
import {
  lockCollectionToChange,
  lockCollectionToFill,
  requireLibrary,
  requireWritableLibrary,
  visibleImages,
  visiblePhotos,
} from '#server/images/operations/authorize.ts';
import { presentCollection } from '#server/images/presenter.ts';
import { lockOrganizationForViewer } from '#server/organizations/access.ts';
import { lockUser } from '#server/organizations/repository.ts';
import type { Viewer } from '#server/viewer.ts';

const MOST_COLLECTIONS = 200;
const MAX_COLLECTION_ITEMS = 10_000;

export function collectionCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listImageCollections({ viewer, query }) {
      const organizationId = query.organization_id ?? null;
      await requireLibrary(db, viewer, organizationId);
      const rows = await listCollections(db, { userId: viewer.userId, organizationId });
      return { status: 200, body: { items: rows.map((row) => presentCollection(row, viewer)) } };
    },

    async createImageCollection({ viewer, body, request }) {
      const facts = { userId: viewer.userId, organizationId: body.organization_id ?? null };
      const row = await db.transaction(async (tx) => {
        await requireWritableLibrary(tx, await lockOwner(tx, facts, viewer), facts.organizationId);
        const isNew = await insertCollection(tx, { id: body.id, ...facts, name: body.name });
        const there = await requireStoredCollection(tx, body.id);
        if (there.userId !== facts.userId || there.organizationId !== facts.organizationId)
          throw new Problem(409, 'collection_differs', 'Another collection has this ID.');
        if (!isNew) return there;
        await requireRoom(tx, facts);
        await audit(tx, entry('collection.create', there, { viewer, request }));
        return there;
      });
      return { status: 201, body: presentCollection(row, viewer) };
    },

    async renameImageCollection({ viewer, path, body, request }) {
      const row = await db.transaction(async (tx) => {
        const held = await lockCollectionToChange(tx, path.collectionId, viewer);
        if (held.name === body.name) return held;
        await setCollection(tx, held.id, { name: body.name });
        await audit(tx, entry('collection.rename', held, { viewer, request }));
        return { ...held, name: body.name };
      });
      return { status: 200, body: presentCollection(row, viewer) };
    },

    async deleteImageCollection({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const held = await lockCollectionToChange(tx, path.collectionId, viewer);
        if (held.deletedAt) return;
        await setCollection(tx, held.id, { deletedAt: new Date() });
        await audit(tx, entry('collection.delete', held, { viewer, request }));
      });
      return { status: 204 };
    },

    async restoreImageCollection({ viewer, path, request }) {
      const row = await db.transaction(async (tx) => {
        const asked = await findCollection(tx, path.collectionId);
        const now = asked ? await lockOwner(tx, asked, viewer) : viewer;
        const held = await lockCollectionToChange(tx, path.collectionId, now);
        if (!held.deletedAt) return held;
        await setCollection(tx, held.id, { deletedAt: null });
        await requireRoom(tx, held);
        await audit(tx, entry('collection.restore', held, { viewer, request }));
        return held;
      });
      return { status: 200, body: presentCollection(row, viewer) };
    },

    async addToImageCollection({ viewer, path, body }) {
      const ids = [...new Set(body.ids)];
      const { added, known } = await db.transaction(async (tx) => {
        const collection = await lockCollectionToFill(tx, path.collectionId, viewer);
        const fitting = await selectCollectable(tx, collection, ids, viewer);
        const put = await addCollectionItems(tx, collection.id, fitting);
        if ((await countCollectionItems(tx, collection.id)) > MAX_COLLECTION_ITEMS)
          throw new Problem(409, 'collection_full', `A collection can have at most ${MAX_COLLECTION_ITEMS} images.`);
        return { added: put, known: new Set([...fitting.photoIds, ...fitting.imageIds]) };
      });
      return { status: 200, body: { changed: added, refused: ids.filter((id) => !known.has(id)) } };
    },

    async removeFromImageCollection({ viewer, path, body }) {
      const ids = [...new Set(body.ids)];
      const removed = await db.transaction(async (tx) => {
        const collection = await lockCollectionToFill(tx, path.collectionId, viewer);
        return removeCollectionItems(tx, collection.id, ids);
      });
      return { status: 200, body: { changed: removed, refused: ids.filter((id) => !removed.includes(id)) } };
    },
  } satisfies Partial<OperationsOf<'images'>>;
}

type Owner = Pick<CollectionRow, 'userId' | 'organizationId'>;

/** Locks the owner, so that the count stays correct. Returns the viewer with current rights. */
async function lockOwner(tx: Tx, { userId, organizationId }: Owner, asking: Viewer): Promise<Viewer> {
  if (organizationId !== null) return lockOrganizationForViewer(tx, organizationId, asking);
  await lockUser(tx, userId);
  return asking;
}

async function requireRoom(tx: Tx, owner: Owner): Promise<void> {
  if ((await countCollections(tx, owner)) > MOST_COLLECTIONS)
    throw new Problem(409, 'too_many_collections', `You can have at most ${MOST_COLLECTIONS} collections. Delete one first.`);
}

async function requireStoredCollection(tx: Tx, id: string): Promise<CollectionRow> {
  const row = await findCollection(tx, id);
  if (!row) throw new Error(`collection ${id} was not made`);
  return row;
}

/** The images of these that the viewer may see and that belong to the collection's library. */
async function selectCollectable(tx: Tx, { organizationId }: Owner, ids: readonly string[], viewer: Viewer) {
  const photos = await visiblePhotos(tx, ids, viewer);
  const images = await visibleImages(tx, ids, viewer);
  return {
    photoIds: photos.flatMap(({ photo, event }) =>
      photo.deletedAt === null && (organizationId === null || event.organizationId === organizationId) ? [photo.id] : [],
    ),
    imageIds: images.flatMap((image) => (image.deletedAt === null && image.organizationId === organizationId ? [image.id] : [])),
  };
}

const entry = (
  action: AuditAction,
  { id, organizationId }: Pick<CollectionRow, 'id' | 'organizationId'>,
  { viewer, request }: { viewer: Viewer; request: AuditEntry['request'] },
): AuditEntry => ({
  action,
  actorId: viewer.userId,
  subjectType: 'image_collection',
  subjectId: id,
  organizationId,
  ...(request && { request }),
});
