import type { components } from '#openapi/api.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { findGenerationUpload } from '#server/generation/image-repository.ts';
import { requireVisibleImage } from '#server/generation/operations/authorize.ts';
import { canUseSource } from '#server/generation/policy.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { existsParent, type LineageStep, listAncestorSteps, listDescendantSteps } from '#server/images/history-repository.ts';
import { visibleImages, visiblePhotos } from '#server/images/operations/authorize.ts';
import { presentLibraryImage, presentLibraryPhoto } from '#server/images/presenter.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];
type HistoryItem = Schemas['HistoryItem'];

/** Of descendants: a tree of more can't be read. */
const MOST = 200;

export function historyCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async getImageHistory({ viewer, path }) {
      const { itemId } = path;
      const subject = (await presentVisible(db, [itemId], viewer)).get(itemId);
      if (!subject || (subject.photo && subject.deleted_at !== null)) throw notFound('image');
      // Whoever can restore a deleted image sees it.
      if (subject.generated) await requireVisibleImage(db, itemId, viewer);
      const [steps, { items, isComplete }] = await Promise.all([
        subject.generated ? listAncestorSteps(db, itemId) : [],
        readDescendants(db, itemId, viewer),
      ]);
      const ancestors = await readAncestors(db, steps, viewer);
      const upload = ancestors[0]?.id === null ? null : await findOwnUpload(db, steps.at(-1)?.uploadId ?? null, viewer);
      const action = ancestors.length > 0 || upload ? (steps[0]?.action ?? null) : null;
      return { status: 200, body: { action, ancestors, ...(upload && { upload }), descendants: items, is_complete: isComplete } };
    },
  } satisfies Partial<OperationsOf<'images'>>;
}

async function findOwnUpload(db: Queryable, id: string | null, viewer: Viewer): Promise<Schemas['ImageHistory']['upload'] | null> {
  const upload = id === null ? undefined : await findGenerationUpload(db, id);
  return upload && canUseSource(viewer, upload) ? { id: upload.id, width: upload.width, height: upload.height } : null;
}

/** Photos and images of these that the viewer may see, deleted ones too. */
async function presentVisible(db: Queryable, ids: readonly string[], viewer: Viewer): Promise<Map<string, Schemas['ShelfImage']>> {
  const [photos, images] = await Promise.all([visiblePhotos(db, ids, viewer), visibleImages(db, ids, viewer)]);
  return new Map([
    ...photos.map(({ photo, event, reader }) => [photo.id, presentLibraryPhoto(photo, event, reader)] as const),
    ...images.map((image) => [image.id, presentLibraryImage(image, viewer)] as const),
  ]);
}

/** The oldest first. Ends at the nearest one that is gone for good or that the viewer may not see. */
async function readAncestors(db: Queryable, steps: readonly LineageStep[], viewer: Viewer): Promise<HistoryItem[]> {
  const seen = await presentVisible(
    db,
    steps.flatMap(({ parentId }) => parentId ?? []),
    viewer,
  );
  const items: HistoryItem[] = [];
  for (const [at, { parentId, parentKind }] of steps.entries()) {
    if (parentId === null || parentKind === null) break;
    const item = seen.get(parentId);
    if (!item) {
      const state = (await existsParent(db, parentId, parentKind)) ? 'unavailable' : 'deleted';
      items.push({ id: null, parent_id: null, action: null, state, item: null });
      break;
    }
    const step = steps[at + 1];
    const action = step?.imageId === parentId ? step.action : null;
    items.push({ id: parentId, parent_id: step?.parentId ?? null, action, ...contentOf(item) });
  }
  // A parent is listed with its id only if the viewer may see it.
  const listed = new Set(items.map(({ id }) => id));
  return items.map((item) => (listed.has(item.parent_id) ? item : { ...item, parent_id: null })).toReversed();
}

async function readDescendants(db: Queryable, id: string, viewer: Viewer): Promise<{ items: HistoryItem[]; isComplete: boolean }> {
  const found = await listDescendantSteps(db, id, viewer, MOST + 1);
  const steps = found.slice(0, MOST);
  const seen = await presentVisible(
    db,
    steps.map(({ imageId }) => imageId),
    viewer,
  );
  return { items: withoutDeadEnds(id, steps, seen), isComplete: found.length <= MOST };
}

/** Deleted images are listed only where something that remains was derived from them. */
function withoutDeadEnds(root: string, steps: readonly LineageStep[], seen: ReadonlyMap<string, Schemas['ShelfImage']>): HistoryItem[] {
  const needed = new Set<string>();
  for (const { imageId, parentId } of steps.toReversed())
    if (parentId !== null && (needed.has(imageId) || seen.get(imageId)?.deleted_at === null)) needed.add(parentId);
  const listed = new Set([root]);
  return steps.flatMap(({ imageId, parentId, action }) => {
    const item = seen.get(imageId);
    if (!item || parentId === null || !listed.has(parentId)) return [];
    if (item.deleted_at !== null && !needed.has(imageId)) return [];
    listed.add(imageId);
    return [{ id: imageId, parent_id: parentId, action, ...contentOf(item) }];
  });
}

const contentOf = (item: Schemas['ShelfImage']): Pick<HistoryItem, 'state' | 'item'> =>
  item.deleted_at === null ? { state: 'available', item } : { state: 'deleted', item: null };
