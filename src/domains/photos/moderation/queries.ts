import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { compareByTakenAt, orderKey, type Photo, type PhotoChange, type PhotoPage } from '#src/domains/photos/photo.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { updateCached } from '#src/shell/update-cached.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Status } from './decisions.ts';
import type { ModerateRequest, SessionDeps } from './moderation-session.ts';

// Paginated lists of pending, approved and rejected photos.

export type ListData = InfiniteData<PhotoPage>;

function leaveOut(data: ListData, photoId: string): ListData {
  if (!data.pages.some((page) => page.items.some((photo) => photo.id === photoId))) return data;
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter((photo) => photo.id !== photoId) })) };
}

/** Inserts, updates or removes a photo in the list of one status. A photo beyond the loaded pages is skipped. */
export function upsertListedPhoto(data: ListData, photo: Photo, status: Status): ListData {
  if (photo.status !== status) return leaveOut(data, photo.id);
  const place = orderKey(photo);
  const isListed = data.pages.some((page) => page.items.some((each) => each.id === photo.id));
  if (isListed) {
    const replace = (each: Photo) => (each.id === photo.id ? { ...photo, is_liked: each.is_liked } : each);
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(replace) })) };
  }
  const isAfter = (each: Photo) => compareByTakenAt(place, orderKey(each)) < 0;
  const found = data.pages.findIndex((page) => page.items.some(isAfter));
  const isWhole = data.pages.at(-1)?.next_cursor === null;
  const target = found === -1 && isWhole ? data.pages.length - 1 : found;
  if (target === -1) return data;
  const pages = data.pages.map((page, index) => {
    if (index !== target) return page;
    const at = page.items.findIndex(isAfter);
    return { ...page, items: at === -1 ? [...page.items, photo] : page.items.toSpliced(at, 0, photo) };
  });
  return { ...data, pages };
}

export const removeListedPhoto = leaveOut;

/** The contract's limit. */
const PAGE_SIZE = 200;
const STATUSES: readonly Status[] = ['pending', 'approved', 'rejected'];

/** All photos of one status, latest first. Not cached between visits, because others moderate too. */
export function statusQuery(eventId: string, status: Status) {
  return infiniteQueryOptions({
    queryKey: ['photos', eventId, 'moderation', status] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { status, limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return unwrap(await api.GET('/api/v1/event/{id}/photos', { params: { path: { id: eventId }, query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: Infinity,
    gcTime: 0,
  });
}

function updateLists(client: QueryClient, eventId: string, update: (data: ListData, status: Status) => ListData): void {
  for (const status of STATUSES) updateCached<ListData>(client, statusQuery(eventId, status).queryKey, (data) => update(data, status));
}

export function cacheListedPhotos(client: QueryClient, eventId: string, photos: readonly Photo[]): void {
  updateLists(client, eventId, (data, status) => photos.reduce((cached, photo) => upsertListedPhoto(cached, photo, status), data));
}

export function applyListChanges(client: QueryClient, eventId: string, changes: readonly PhotoChange[]): void {
  updateLists(client, eventId, (data, status) =>
    changes.reduce((cached, { kind, photo, photo_id: id }) => {
      if (kind === 'removed' && id !== null) return removeListedPhoto(cached, id);
      return photo ? upsertListedPhoto(cached, photo, status) : cached;
    }, data),
  );
}

export async function invalidateModerationLists(client: QueryClient, eventId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: ['photos', eventId, 'moderation'] });
}

/** Releasing (limit 0) is kept alive as the page unloads; claiming is not. */
export function moderationRequests(eventId: string, account: string): Pick<SessionDeps, 'take' | 'moderate'> {
  const path = { id: eventId };
  return {
    take: async (limit) =>
      unwrap(await api.POST('/api/v1/event/{id}/moderation', { params: { path }, body: { limit }, keepalive: limit === 0 })),
    moderate: async (body: ModerateRequest) => {
      requireOrganization();
      return unwrap(
        await api.POST('/api/v1/event/{id}/photos/moderate', {
          params: { path, header: { 'X-Account': account } },
          body,
        }),
      );
    },
  };
}

/** Throws the server's refusal of the event, or NetworkError, to explain why the stream closed. */
export const probeEvent = async (eventId: string): Promise<unknown> =>
  unwrap(await api.GET('/api/v1/event/{id}', { params: { path: { id: eventId } } }));
