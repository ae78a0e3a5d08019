import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { counted } from '#src/lib/format.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import {
  addToCollection,
  collectionsChanged,
  deleteCollection,
  restoreCollection,
  takeOutOfCollection,
  type ImageCollection,
} from './collections.ts';
import type { ShelfImage } from './shelf-image.ts';

/** What was deleted here and the server does not say yet. */
const overlay = createOverlay<ImageCollection>();
export const useCollectionsAsChanged = overlay.useAsChanged;

interface Filling {
  collection: Pick<ImageCollection, 'id'> & { name?: string };
  images: readonly ShelfImage[];
}

const nothing = () => () => undefined;
const idsOf = ({ images }: Filling) => images.map(({ id }) => id);
const item = ({ collection }: Filling) => `collection ${collection.id}`;
const nameOf = ({ name }: Filling['collection']) => (name === undefined ? 'the collection' : `“${name}”`);
const imagesWords = (count: number) => counted(count, 'image', 'images');

function adding(client: QueryClient) {
  // Undo takes out what this put in, and leaves what was in it before.
  const put = new WeakMap<Filling, string[]>();
  return optimisticMutation<Filling, string[]>({
    item,
    apply: nothing,
    async commit(filling) {
      const changed = await addToCollection(filling.collection.id, idsOf(filling));
      put.set(filling, changed);
      return changed;
    },
    revert: (filling) => {
      const ids = put.get(filling) ?? idsOf(filling);
      return ids.length === 0 ? Promise.resolve() : takeOutOfCollection(filling.collection.id, ids);
    },
    done: ({ collection }, changed) =>
      changed.length === 0 ? `Already in ${nameOf(collection)}` : `${imagesWords(changed.length)} added to ${nameOf(collection)}`,
    failed: 'Couldn’t add to the collection',
    settle: () => collectionsChanged(client),
  });
}

const takingOut = (client: QueryClient) =>
  optimisticMutation<Filling, string[]>({
    item,
    apply: nothing,
    commit: (filling) => takeOutOfCollection(filling.collection.id, idsOf(filling)),
    revert: (filling) => addToCollection(filling.collection.id, idsOf(filling)),
    done: ({ collection }, changed) => `${imagesWords(changed.length)} removed from ${nameOf(collection)}`,
    failed: 'Couldn’t remove from the collection',
    settle: () => collectionsChanged(client),
  });

const deleting = (client: QueryClient) =>
  optimisticMutation<ImageCollection>({
    item: ({ id }) => `collection ${id}`,
    apply: ({ id }) => overlay.lay(id, null),
    commit: ({ id }) => deleteCollection(id),
    revert: ({ id }) => restoreCollection(id),
    done: ({ name }) => `“${name}” deleted. Its images stay.`,
    failed: 'Couldn’t delete the collection',
    settle: () => collectionsChanged(client),
  });

export function useCollectionActions() {
  const client = useQueryClient();
  return useMemo(() => ({ add: adding(client), takeOut: takingOut(client), remove: deleting(client) }), [client]);
}
