// Everything that reads what was generated, and the calls that change it. What is seen offline is bounded.
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { components, operations } from '#openapi/api.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { updateCached } from '#src/shell/update-cached.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { isFinished, type CreateGenerationRequest, type GeneratedImage, type Generation, type ImageOwner } from './generation.ts';

const PER_PAGE = 20;
const IMAGES_PER_PAGE = 60;

/** Of the lists that are opened offline: one's own and that of the organization in use. */
const PERSISTED_LISTS = { among: 'generation lists', most: 4 };
/** Shelves with the filters they were seen through. */
const PERSISTED_LIBRARIES = { among: 'shelves', most: 8 };

const ownerParams = (owner: ImageOwner) => (owner === null ? {} : { organization_id: owner });

const keys = {
  generations: (owner: ImageOwner) => ['generation', 'requests', owner] as const,
  images: ['generation', 'images'] as const,
  libraries: ['generation', 'images', 'shelf'] as const,
  credits: (owner: ImageOwner) => ['generation', 'credits', owner] as const,
};

export const modelsQuery = (owner: ImageOwner) =>
  queryOptions({
    queryKey: ['generation', 'models', owner] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/generation-models', { params: { query: ownerParams(owner) }, signal })).items,
    meta: { persist: true },
  });

export const creditsQuery = (owner: ImageOwner) =>
  queryOptions({
    queryKey: keys.credits(owner),
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/credits', { params: { query: ownerParams(owner) }, signal })),
    meta: { persist: true },
  });

/** What one asked for, the newest first. The stream keeps it fresh. */
export const generationsQuery = (owner: ImageOwner) =>
  infiniteQueryOptions({
    queryKey: keys.generations(owner),
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...ownerParams(owner), limit: PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      return unwrap(await api.GET('/api/v1/generations', { params: { query }, signal }));
    },
    ...cursorPagination,
    // What changed while nobody followed the stream is read before it is followed again.
    refetchOnMount: 'always',
    meta: { persist: PERSISTED_LISTS },
  });

export const generationQuery = (id: string) =>
  queryOptions({
    queryKey: ['generation', 'request', id] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/generations/{generationId}', { params: { path: { generationId: id } }, signal })),
  });

export const imagesQuery = (owner: ImageOwner) =>
  infiniteQueryOptions({
    queryKey: [...keys.images, owner] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...ownerParams(owner), limit: IMAGES_PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      return unwrap(await api.GET('/api/v1/generated-images', { params: { query }, signal }));
    },
    ...cursorPagination,
    meta: { persist: PERSISTED_LISTS },
  });

export type LibraryFilter = Omit<NonNullable<operations['listImages']['parameters']['query']>, 'organization_id' | 'cursor' | 'limit'>;

/** Event photos and images that were made. What was searched for, or jumped to, is not kept on the phone. */
export const libraryQuery = (owner: ImageOwner, filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.libraries, owner, filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...ownerParams(owner), ...filter, limit: IMAGES_PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      return unwrap(await api.GET('/api/v1/images', { params: { query }, signal }));
    },
    ...cursorPagination,
    meta: { persist: filter.q === undefined && filter.to === undefined && PERSISTED_LIBRARIES },
  });

type MonthsFilter = Omit<NonNullable<operations['listImageMonths']['parameters']['query']>, 'organization_id'>;

/** In which months there are images, the newest first. */
export const libraryMonthsQuery = (owner: ImageOwner, filter: MonthsFilter) =>
  queryOptions({
    queryKey: [...keys.images, 'months', owner, filter] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/images/months', { params: { query: { ...ownerParams(owner), ...filter } }, signal })).months,
  });

type LibraryPage = components['schemas']['ShelfPage'];
type LibraryItem = LibraryPage['items'][number];

/** What is cached of all shelves, changed; null takes it away. */
export function updateCachedLibraries(client: QueryClient, change: (image: LibraryItem) => LibraryItem | null): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: keys.libraries }))
    updateCached<InfiniteData<LibraryPage, string | null>>(client, queryKey, (data) => ({
      ...data,
      pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap((image) => change(image) ?? []) })),
    }));
}

/** Events whose photos one may use, or to whose gallery one may send. */
export const ownEventsQuery = queryOptions({
  queryKey: ['generation', 'events'] as const,
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/event', { params: { query: { scope: 'mine', limit: 100 } }, signal })).items,
});

export const eventPhotosQuery = (eventId: string) =>
  infiniteQueryOptions({
    queryKey: ['generation', 'event-photos', eventId] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: IMAGES_PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      return unwrap(await api.GET('/api/v1/event/{id}/photos', { params: { path: { id: eventId }, query }, signal }));
    },
    ...cursorPagination,
  });

/** @param id also its `Idempotency-Key`: sent again, it is made once */
export async function createGeneration(account: string, id: string, body: CreateGenerationRequest): Promise<Generation> {
  return unwrap(await api.POST('/api/v1/generations', { params: { header: { 'Idempotency-Key': id, 'X-Account': account } }, body }));
}

export async function cancelGeneration(id: string): Promise<Generation> {
  return unwrap(await api.DELETE('/api/v1/generations/{generationId}', { params: { path: { generationId: id } } }));
}

const imageParams = (id: string) => ({ params: { path: { imageId: id } } });

export const deleteImage = async (id: string) => unwrap(await api.DELETE('/api/v1/generated-images/{imageId}', imageParams(id)));
export const restoreImage = async (id: string) => unwrap(await api.POST('/api/v1/generated-images/{imageId}/restore', imageParams(id)));
/** Returns the ids of those that were. */
export const deleteImages = async (ids: string[]) => unwrap(await api.POST('/api/v1/generated-images/delete', { body: { ids } })).deleted;
export const restoreImages = async (ids: string[]) =>
  unwrap(await api.POST('/api/v1/generated-images/restore', { body: { ids } })).restored;

const photosRequest = (account: string, eventId: string, ids: string[]) => ({
  params: { path: { id: eventId }, header: { 'X-Account': account } },
  body: { ids },
});

/** Of one event, into the trash. Returns the ids of those that were deleted. */
export const deleteEventPhotos = async (account: string, eventId: string, ids: string[]) => {
  requireOrganization();
  const { params, body } = photosRequest(account, eventId, ids);
  return unwrap(await api.POST('/api/v1/event/{id}/photos/delete', { params, body: { ...body, to_trash: true } })).deleted;
};
/** Of one event. Returns the ids of those that are there again. */
export const restoreEventPhotos = async (account: string, eventId: string, ids: string[]) => {
  requireOrganization();
  return unwrap(await api.POST('/api/v1/event/{id}/photos/restore', photosRequest(account, eventId, ids))).restored.map(({ id }) => id);
};
export const setFavorite = async (id: string, wished: boolean) =>
  unwrap(
    await (wished
      ? api.PUT('/api/v1/generated-images/{imageId}/favourite', imageParams(id))
      : api.DELETE('/api/v1/generated-images/{imageId}/favourite', imageParams(id))),
  );

export async function uploadSource(file: Blob): Promise<components['schemas']['GenerationUpload']> {
  const form = new FormData();
  form.set('file', file);
  return unwrap(
    await api.POST('/api/v1/generation-sources', {
      // The contract names the field; its bytes are the form's.
      body: { file: '' },
      bodySerializer: () => form,
      // Browsers refuse bodies of this size to outlive their page.
      keepalive: false,
    }),
  );
}

type Page = components['schemas']['GenerationPage'];

/** What was told of a generation, taken into the list that holds it. Older news than what is there changes nothing; a new place in the queue has its number. */
export function cacheGeneration(client: QueryClient, told: Generation): void {
  updateCached<InfiniteData<Page, string | null>>(client, keys.generations(told.organization_id), (data) => withGeneration(data, told));
  client.setQueryData(generationQuery(told.id).queryKey, (held) => (held && held.seq > told.seq ? held : told));
  if (!isFinished(told)) return;
  void client.invalidateQueries({ queryKey: keys.credits(told.organization_id) });
  if (told.images.length > 0) void invalidateImages(client);
}

function withGeneration(data: InfiniteData<Page, string | null>, told: Generation): InfiniteData<Page, string | null> {
  const held = data.pages.some(({ items }) => items.some(({ id }) => id === told.id));
  const pages = data.pages.map((page, number) => {
    if (held) return { ...page, items: page.items.map((item) => (item.id === told.id && item.seq <= told.seq ? told : item)) };
    if (number > 0) return page;
    return { ...page, items: [told, ...page.items].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)) };
  });
  return { ...data, pages };
}

/** Reads anew what shows images; images themselves are where they were asked for, too. */
export const invalidateImages = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: keys.images });

export async function invalidateImagesAndGenerations(client: QueryClient, { organization_id: owner }: GeneratedImage): Promise<void> {
  await Promise.all([invalidateImages(client), client.invalidateQueries({ queryKey: keys.generations(owner) })]);
}
