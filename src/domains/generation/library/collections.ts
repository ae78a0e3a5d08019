// Collections of a shelf, and the calls that change them.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { invalidateImages } from '#src/domains/generation/queries.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

export type ImageCollection = components['schemas']['ImageCollection'];

const KEY = ['generation', 'collections'] as const;

export const collectionsQuery = (owner: ImageOwner) =>
  queryOptions({
    queryKey: [...KEY, owner] as const,
    queryFn: async ({ signal }) => {
      const query = owner === null ? {} : { organization_id: owner };
      return unwrap(await api.GET('/api/v1/image-collections', { params: { query }, signal })).items;
    },
    meta: { persist: true },
  });

/** Their names and what is in them. */
export async function invalidateCollections(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: KEY }), invalidateImages(client)]);
}

const collectionParams = (collectionId: string) => ({ params: { path: { collectionId } } });

/** @param id made here: sent again, it is made once */
export const createCollection = async (id: string, owner: ImageOwner, name: string): Promise<ImageCollection> =>
  unwrap(await api.POST('/api/v1/image-collections', { body: { id, name, organization_id: owner } }));
export const renameCollection = async (id: string, name: string): Promise<ImageCollection> =>
  unwrap(await api.PUT('/api/v1/image-collections/{collectionId}', { ...collectionParams(id), body: { name } }));
export const deleteCollection = async (id: string) =>
  unwrap(await api.DELETE('/api/v1/image-collections/{collectionId}', collectionParams(id)));
export const restoreCollection = async (id: string) =>
  unwrap(await api.POST('/api/v1/image-collections/{collectionId}/restore', collectionParams(id)));
/** Returns the ids of what was not in it. */
export const addToCollection = async (id: string, ids: string[]): Promise<string[]> =>
  unwrap(await api.POST('/api/v1/image-collections/{collectionId}/images', { ...collectionParams(id), body: { ids } })).changed;
/** Returns the ids of what was in it. */
export const removeFromCollection = async (id: string, ids: string[]): Promise<string[]> =>
  unwrap(await api.POST('/api/v1/image-collections/{collectionId}/images/remove', { ...collectionParams(id), body: { ids } })).changed;
