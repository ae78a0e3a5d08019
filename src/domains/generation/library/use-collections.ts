import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import {
  addToCollection,
  invalidateCollections,
  deleteCollection,
  restoreCollection,
  removeFromCollection,
  type ImageCollection,
} from './collections.ts';
import type { LibraryImage } from './library-image.ts';

/** What was deleted here and the server does not say yet. */
const overlay = createOverlay<ImageCollection>();
export const usePatchedCollections = overlay.usePatched;

interface CollectionChange {
  collection: Pick<ImageCollection, 'id'> & { name?: string };
  images: readonly LibraryImage[];
}

const nothing = () => () => undefined;
const idsOf = ({ images }: CollectionChange) => images.map(({ id }) => id);
const item = ({ collection }: CollectionChange) => `collection ${collection.id}`;
const nameOf = ({ name }: CollectionChange['collection']) => (name === undefined ? 'the collection' : `“${name}”`);
const imagesLabel = (count: number) => pluralize(count, 'image', 'images');

function adding(client: QueryClient) {
  // Undo takes out what this put in, and leaves what was in it before.
  const put = new WeakMap<CollectionChange, string[]>();
  return optimisticMutation<CollectionChange, string[]>({
    item,
    apply: nothing,
    async commit(filling) {
      const changed = await addToCollection(filling.collection.id, idsOf(filling));
      put.set(filling, changed);
      return changed;
    },
    revert: (filling) => {
      const ids = put.get(filling) ?? idsOf(filling);
      return ids.length === 0 ? Promise.resolve() : removeFromCollection(filling.collection.id, ids);
    },
    done: ({ collection }, changed) =>
      changed.length === 0 ? `Already in ${nameOf(collection)}` : `${imagesLabel(changed.length)} added to ${nameOf(collection)}`,
    failed: 'Couldn’t add to the collection',
    settle: () => invalidateCollections(client),
  });
}

const removeMutation = (client: QueryClient) =>
  optimisticMutation<CollectionChange, string[]>({
    item,
    apply: nothing,
    commit: (filling) => removeFromCollection(filling.collection.id, idsOf(filling)),
    revert: (filling) => addToCollection(filling.collection.id, idsOf(filling)),
    done: ({ collection }, changed) => `${imagesLabel(changed.length)} removed from ${nameOf(collection)}`,
    failed: 'Couldn’t remove from the collection',
    settle: () => invalidateCollections(client),
  });

const deleting = (client: QueryClient) =>
  optimisticMutation<ImageCollection>({
    item: ({ id }) => `collection ${id}`,
    apply: ({ id }) => overlay.add(id, null),
    commit: ({ id }) => deleteCollection(id),
    revert: ({ id }) => restoreCollection(id),
    done: ({ name }) => `“${name}” deleted. Its images stay.`,
    failed: 'Couldn’t delete the collection',
    settle: () => invalidateCollections(client),
  });

export function useCollectionActions() {
  const client = useQueryClient();
  return useMemo(() => ({ add: adding(client), takeOut: removeMutation(client), remove: deleting(client) }), [client]);
}
