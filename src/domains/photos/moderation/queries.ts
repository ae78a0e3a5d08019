import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { Photo, PhotoChange } from '#src/domains/photos/photo.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { updateCached } from '#src/shell/update-cached.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Status } from './decisions.ts';
import { upsertListedPhoto, unlisted, type ListData } from './list-cache.ts';
import type { ModerateRequest, SessionDeps } from './moderation-session.ts';

/** The contract's most. */
const PAGE_SIZE = 200;
const STATUSES: readonly Status[] = ['pending', 'approved', 'rejected'];

/** All photos of one status, latest taken first. Read anew at each visit: others decide meanwhile. */
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
      if (kind === 'removed' && id !== null) return unlisted(cached, id);
      return photo ? upsertListedPhoto(cached, photo, status) : cached;
    }, data),
  );
}

export async function invalidateModerationLists(client: QueryClient, eventId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: ['photos', eventId, 'moderation'] });
}

/** Of what a page that goes away would still set aside, nothing is asked for; what it gives back is. */
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

/** Tells why the stream was cut: throws what the server says of the event, or that it cannot be reached. */
export const probeEvent = async (eventId: string): Promise<unknown> =>
  unwrap(await api.GET('/api/v1/event/{id}', { params: { path: { id: eventId } } }));
