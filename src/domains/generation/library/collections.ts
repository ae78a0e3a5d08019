// Queries and mutations of a library's collections.
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { components } from '#openapi/api.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { invalidateImages } from '#src/domains/generation/queries.ts';
import { pluralize } from '#src/lib/format.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { LibraryImage } from './library-image.ts';

export type ImageCollection = components['schemas']['ImageCollection'];

const KEY = ['generation', 'collections'] as const;

export const collectionsQuery = (owner: ImageOwner) =>
  queryOptions({
    queryKey: [...KEY, owner] as const,
    queryFn: async ({ signal }) => {
      const query = owner === null ? {} : { organization_id: owner };
      return unwrap(await api.GET('/api/v1/image-collections', { params: { query }, signal })).items;
    },
    meta: { persist: true, anew: true },
  });

/** Invalidates collections and the images in them. */
export async function invalidateCollections(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: KEY }), invalidateImages(client)]);
}

const collectionParams = (collectionId: string) => ({ params: { path: { collectionId } } });

/** @param id made by the client, so that a retry creates it once */
export const createCollection = async (id: string, owner: ImageOwner, name: string): Promise<ImageCollection> =>
  unwrap(await api.POST('/api/v1/image-collections', { body: { id, name, organization_id: owner } }));
export const renameCollection = async (id: string, name: string): Promise<ImageCollection> =>
  unwrap(await api.PUT('/api/v1/image-collections/{collectionId}', { ...collectionParams(id), body: { name } }));

const deleteCollection = async (id: string) => unwrap(await api.DELETE('/api/v1/image-collections/{collectionId}', collectionParams(id)));

const restoreCollection = async (id: string) =>
  unwrap(await api.POST('/api/v1/image-collections/{collectionId}/restore', collectionParams(id)));

/** Returns the ids that were added. */
const addToCollection = async (id: string, ids: string[]): Promise<string[]> =>
  unwrap(await api.POST('/api/v1/image-collections/{collectionId}/images', { ...collectionParams(id), body: { ids } })).changed;

/** Returns the ids that were removed. */
const removeFromCollection = async (id: string, ids: string[]): Promise<string[]> =>
  unwrap(await api.POST('/api/v1/image-collections/{collectionId}/images/remove', { ...collectionParams(id), body: { ids } })).changed;

/** Optimistic patches, by collection id. */
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
  // Ids that the call added. Undo removes only those.
  const put = new WeakMap<CollectionChange, string[]>();
  return optimisticMutation<CollectionChange, string[]>({
    item,
    apply: nothing,
    async send(filling) {
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
    send: (filling) => removeFromCollection(filling.collection.id, idsOf(filling)),
    revert: (filling) => addToCollection(filling.collection.id, idsOf(filling)),
    done: ({ collection }, changed) => `${imagesLabel(changed.length)} removed from ${nameOf(collection)}`,
    failed: 'Couldn’t remove from the collection',
    settle: () => invalidateCollections(client),
  });

const deleting = (client: QueryClient) =>
  optimisticMutation<ImageCollection>({
    item: ({ id }) => `collection ${id}`,
    apply: ({ id }) => overlay.add(id, null),
    send: ({ id }) => deleteCollection(id),
    revert: ({ id }) => restoreCollection(id),
    done: ({ name }) => `“${name}” deleted. Its images stay.`,
    failed: 'Couldn’t delete the collection',
    settle: () => invalidateCollections(client),
  });

export function useCollectionActions() {
  const client = useQueryClient();
  return useMemo(() => ({ add: adding(client), takeOut: removeMutation(client), remove: deleting(client) }), [client]);
}
