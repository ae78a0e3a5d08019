// Queries and mutations of image generation. The number of lists cached for offline use is limited.
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { components, operations } from '#openapi/api.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { updateCached } from '#src/shell/update-cached.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { isFinished, type GeneratedImage, type Generation, type ImageOwner } from './generation.ts';
import { orderModels } from './labels.ts';
import { toLibraryImage } from './library/library-image.ts';

const PER_PAGE = 20;
const IMAGES_PER_PAGE = 60;

/** Enough for the person's lists and those of the current organization. */
const PERSISTED_LISTS = { among: 'generation lists', most: 4 };
/** Libraries, each with its filters. */
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
    select: orderModels,
    meta: { persist: true },
  });

export type PromptCheck = components['schemas']['PromptCheck'];

/** A check that takes longer is not worth waiting for: the server checks again. */
const CHECK_TIMEOUT_MS = 3_000;

export const promptCheckQuery = (owner: ImageOwner, modelId: string, prompt: string, negativePrompt: string) =>
  queryOptions({
    queryKey: ['generation', 'prompt-check', owner, modelId, prompt, negativePrompt] as const,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST('/api/v1/generation-models/{modelId}/check-prompt', {
          params: { path: { modelId } },
          body: { organization_id: owner, prompt, negative_prompt: negativePrompt },
          signal: AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]),
        }),
      ),
    staleTime: Infinity,
    retry: false,
  });

/** What a model makes of an image, and how long it takes. The load of the server changes. */
export const generationEstimateQuery = (
  owner: ImageOwner,
  model: string,
  { kind, id, event_id: event }: { kind: 'upload' | 'image' | 'photo'; id: string; event_id: string | null },
  { mask, aspect }: { mask: string | null; aspect: string | null },
) =>
  queryOptions({
    queryKey: ['generation', 'estimate', owner, model, kind, id, mask, aspect] as const,
    queryFn: async ({ signal }) => {
      const query = {
        ...ownerParams(owner),
        model,
        kind,
        source: id,
        ...(event !== null && { event_id: event }),
        ...(mask !== null && { mask }),
        ...(aspect !== null && { aspect }),
      };
      return unwrap(await api.GET('/api/v1/generation-estimates', { params: { query }, signal }));
    },
    staleTime: 60_000,
    retry: false,
  });

export const creditsQuery = (owner: ImageOwner) =>
  queryOptions({
    queryKey: keys.credits(owner),
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/credits', { params: { query: ownerParams(owner) }, signal })),
    meta: { persist: true, anew: true, balance: true },
  });

/** Requests, newest first. The event stream updates them. */
export const generationsQuery = (owner: ImageOwner) =>
  infiniteQueryOptions({
    queryKey: keys.generations(owner),
    queryFn: async ({ client, pageParam, signal }) => {
      const query = { ...ownerParams(owner), limit: PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      const page = unwrap(await api.GET('/api/v1/generations', { params: { query }, signal }));
      // Of requests that finished while no event stream was open.
      addToCachedImages(
        client,
        owner,
        page.items.flatMap(({ images }) => images),
      );
      return page;
    },
    ...cursorPagination,
    // Refetch before the stream resumes: changes in between are not replayed.
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
    meta: { persist: PERSISTED_LISTS, anew: true },
  });

export type LibraryFilter = Omit<NonNullable<operations['listImages']['parameters']['query']>, 'organization_id' | 'cursor' | 'limit'>;

/** Event photos and generated images. Searches and month jumps are not persisted. */
export const libraryQuery = (owner: ImageOwner, filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.libraries, owner, filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...ownerParams(owner), ...filter, limit: IMAGES_PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      return unwrap(await api.GET('/api/v1/images', { params: { query }, signal }));
    },
    ...cursorPagination,
    meta: { persist: filter.q === undefined && filter.to === undefined && PERSISTED_LIBRARIES, anew: true },
  });

/** What an image was derived from, and what was derived from it. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.images, 'history', id] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/images/{itemId}/history', { params: { path: { itemId: id } }, signal })),
  });

type MonthsFilter = Omit<NonNullable<operations['listImageMonths']['parameters']['query']>, 'organization_id'>;

/** Months that have images, newest first. */
export const libraryMonthsQuery = (owner: ImageOwner, filter: MonthsFilter) =>
  queryOptions({
    queryKey: [...keys.images, 'months', owner, filter] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/images/months', { params: { query: { ...ownerParams(owner), ...filter } }, signal })).months,
  });

type LibraryPage = components['schemas']['ShelfPage'];
type LibraryItem = LibraryPage['items'][number];

/** Applies a change to every cached library; null removes the image. */
export function updateCachedLibraries(client: QueryClient, change: (image: LibraryItem) => LibraryItem | null): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: keys.libraries }))
    updateCached<InfiniteData<LibraryPage, string | null>>(client, queryKey, (data) => ({
      ...data,
      pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap((image) => change(image) ?? []) })),
    }));
}

/** Events with photos that the person may use, or a gallery that they may send to. */
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

export async function cancelGeneration(id: string): Promise<Generation> {
  return unwrap(await api.DELETE('/api/v1/generations/{generationId}', { params: { path: { generationId: id } } }));
}

const imageParams = (id: string) => ({ params: { path: { imageId: id } } });

export const deleteImage = async (id: string) => unwrap(await api.DELETE('/api/v1/generated-images/{imageId}', imageParams(id)));
export const restoreImage = async (id: string) => unwrap(await api.POST('/api/v1/generated-images/{imageId}/restore', imageParams(id)));
/** Returns the ids that were deleted. */
export const deleteImages = async (ids: string[]) => unwrap(await api.POST('/api/v1/generated-images/delete', { body: { ids } })).deleted;
export const restoreImages = async (ids: string[]) =>
  unwrap(await api.POST('/api/v1/generated-images/restore', { body: { ids } })).restored;

const photosRequest = (account: string, eventId: string, ids: string[]) => ({
  params: { path: { id: eventId }, header: { 'X-Account': account } },
  body: { ids },
});

/** Moves photos of one event to the trash. Returns the ids that were deleted. */
export const deleteEventPhotos = async (account: string, eventId: string, ids: string[]) => {
  requireOrganization();
  const { params, body } = photosRequest(account, eventId, ids);
  return unwrap(await api.POST('/api/v1/event/{id}/photos/delete', { params, body: { ...body, to_trash: true } })).deleted;
};
/** Restores photos of one event. Returns the ids that were restored. */
export const restoreEventPhotos = async (account: string, eventId: string, ids: string[]) => {
  requireOrganization();
  return unwrap(await api.POST('/api/v1/event/{id}/photos/restore', photosRequest(account, eventId, ids))).restored.map(({ id }) => id);
};
export const setFavorite = async (id: string, favorite: boolean) =>
  unwrap(
    await (favorite
      ? api.PUT('/api/v1/generated-images/{imageId}/favourite', imageParams(id))
      : api.DELETE('/api/v1/generated-images/{imageId}/favourite', imageParams(id))),
  );

export async function uploadSource(file: Blob): Promise<components['schemas']['GenerationUpload']> {
  const form = new FormData();
  form.set('file', file);
  return unwrap(
    await api.POST('/api/v1/generation-sources', {
      // Required by the generated type; the form data has the bytes.
      body: { file: '' },
      bodySerializer: () => form,
      // Browsers refuse `keepalive` for bodies of this size.
      keepalive: false,
    }),
  );
}

type Page = components['schemas']['GenerationPage'];

/** Merges a generation event into the cached list. Ignores older events, except for a new position in the queue. */
export function cacheGeneration(client: QueryClient, generation: Generation): void {
  updateCached<InfiniteData<Page, string | null>>(client, keys.generations(generation.organization_id), (data) =>
    withGeneration(data, generation),
  );
  client.setQueryData(generationQuery(generation.id).queryKey, (cached) => (cached && cached.seq > generation.seq ? cached : generation));
  if (!isFinished(generation)) return;
  void client.invalidateQueries({ queryKey: keys.credits(generation.organization_id) });
  const { queryKey } = modelsQuery(generation.organization_id);
  // Images that are left today.
  if (client.getQueryData(queryKey)?.some(({ id, left_today: left }) => id === generation.request.model && left != null))
    void client.invalidateQueries({ queryKey });
  if (generation.images.length === 0) return;
  addToCachedImages(client, generation.organization_id, generation.images);
  void invalidateImages(client);
}

/**
 * Adds images to the cached lists that lack them, which are then read again. Offline, they show their stored pages, and might not have been on the
 * screen since the images were made.
 */
function addToCachedImages(client: QueryClient, owner: ImageOwner, images: readonly GeneratedImage[]): void {
  const available = images.filter(({ deleted_at: deletedAt }) => deletedAt === null);
  addToList(client, libraryQuery(owner, {}).queryKey, available.map(toLibraryImage), ({ at }) => at);
  addToList(client, imagesQuery(owner).queryKey, available, ({ created_at: at }) => at);
}

interface ListPage<Item> {
  items: Item[];
  next_cursor: string | null;
}

function addToList<Item extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  images: readonly Item[],
  timeOf: (image: Item) => string,
): void {
  type List = InfiniteData<ListPage<Item>, string | null>;
  const missingIn = ({ pages }: List): Item[] => {
    const listed = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
    const [first] = pages;
    const oldest = first?.next_cursor === null ? undefined : first?.items.at(-1);
    return images.filter((image) => !listed.has(image.id) && (!oldest || timeOf(image) > timeOf(oldest)));
  };
  const cached = client.getQueryData<List>(queryKey);
  if (!cached || missingIn(cached).length === 0) return;
  updateCached<List>(client, queryKey, (data) => {
    const newestFirst = [...missingIn(data), ...(data.pages[0]?.items ?? [])].toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
    return { ...data, pages: data.pages.map((page, number) => (number > 0 ? page : { ...page, items: newestFirst })) };
  });
  void client.invalidateQueries({ queryKey, exact: true });
}

function withGeneration(data: InfiniteData<Page, string | null>, generation: Generation): InfiniteData<Page, string | null> {
  const isListed = data.pages.some(({ items }) => items.some(({ id }) => id === generation.id));
  const pages = data.pages.map((page, number) => {
    if (isListed)
      return { ...page, items: page.items.map((item) => (item.id === generation.id && item.seq <= generation.seq ? generation : item)) };
    if (number > 0) return page;
    return { ...page, items: [generation, ...page.items].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)) };
  });
  return { ...data, pages };
}

/** Invalidates every list of images. Deleted images also appear with their requests. */
export const invalidateImages = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: keys.images });

/** Withdraws an image from an event. A photo that is gone already is no failure. */
export async function deleteImagePost(account: string, { eventId, photoId }: { eventId: string; photoId: string }): Promise<void> {
  const params = { path: { id: eventId, photoId }, header: { 'X-Account': account } };
  const answer = await api.DELETE('/api/v1/event/{id}/photos/{photoId}', { params });
  if (answer.response.status !== 404 && answer.response.status !== 410) unwrap(answer);
}

/** Refetches everything that tells in which events an image is. */
export async function invalidatePosts(client: QueryClient): Promise<void> {
  const kinds = ['images', 'requests', 'request'];
  await Promise.all(kinds.map((kind) => client.invalidateQueries({ queryKey: ['generation', kind] })));
}

export async function invalidateImagesAndGenerations(client: QueryClient, { organization_id: owner }: GeneratedImage): Promise<void> {
  await Promise.all([invalidateImages(client), client.invalidateQueries({ queryKey: keys.generations(owner) })]);
}
