// The events of the platform, for super administrators: how they are run, and their photos to be looked at.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listPlatformEventsParameters } from '#openapi/lists.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import { parseListSearch, searchKeys, type ListSearch } from '#src/lib/list-search.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { cursorPagination, pagedQuery } from '#src/shell/paged-query.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type PlatformEvent = Schemas['PlatformEvent'];
export type PlatformPhoto = Schemas['PlatformPhoto'];

export const platformEventParameters = listPlatformEventsParameters;

export interface PlatformEventSearch extends ListSearch<typeof platformEventParameters> {
  organization_id?: string;
}

export const PLATFORM_EVENT_SEARCH = [...searchKeys(platformEventParameters), 'organization_id'] as const;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function parsePlatformEventSearch(raw: Record<string, unknown>): PlatformEventSearch {
  const { organization_id: id } = raw;
  return { ...parseListSearch(platformEventParameters, raw), ...(typeof id === 'string' && UUID.test(id) && { organization_id: id }) };
}

const PAGE_SIZE = 50;
const PHOTOS_PAGE_SIZE = 60;
const key = ['platform', 'events'] as const;

export const platformEventsQuery = (search: PlatformEventSearch) => {
  const { organization_id: of } = search;
  return pagedQuery(key, { ...toListQuery(platformEventParameters, search), ...(of && { organization_id: of }) }, (query, signal) =>
    api.GET('/api/v1/platform/events', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );
};

const eventParams = (id: string) => ({ params: { path: { id } } });

export const platformEventQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/events/{id}', { ...eventParams(id), signal })),
  });

/** Each first page that is read stands in the audit trail, so it is not read again by itself. */
export const platformPhotosQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'photos', id],
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET('/api/v1/platform/events/{id}/photos', {
          params: { path: { id }, query: { limit: PHOTOS_PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...cursorPagination,
    staleTime: Infinity,
    gcTime: 0,
  });

export const platformPhotoUrl = (eventId: string, photoId: string, variant: 'thumb' | 'preview'): string =>
  apiUrl(`/api/v1/platform/events/${eventId}/photos/${photoId}/${variant}`);

/** Optimistic patches, by the event's or the photo's id. */
export const platformEventOverlay = createOverlay<PlatformEvent>();
export const platformPhotoOverlay = createOverlay<PlatformPhoto>();

export const invalidatePlatformEvents = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

export const pauseEvent = async (id: string, reason: string) =>
  unwrap(await api.POST('/api/v1/platform/events/{id}/pause', { ...eventParams(id), body: { reason } }));
export const resumeEvent = async (id: string) => unwrap(await api.POST('/api/v1/platform/events/{id}/resume', eventParams(id)));
export const setEventStatus = async (id: string, status: Schemas['PlatformEventStatus']['status']) =>
  unwrap(await api.PUT('/api/v1/platform/events/{id}/status', { ...eventParams(id), body: { status } }));
export const setEventRetention = async (id: string, retention: Schemas['EventRetention']) =>
  unwrap(await api.PUT('/api/v1/platform/events/{id}/retention', { ...eventParams(id), body: retention }));

const photoParams = (id: string, photoId: string) => ({ params: { path: { id, photoId } } });

export const takeDownPhoto = async (id: string, photoId: string, reason: string) =>
  unwrap(await api.POST('/api/v1/platform/events/{id}/photos/{photoId}/take-down', { ...photoParams(id, photoId), body: { reason } }));
export const restorePhoto = async (id: string, photoId: string) =>
  unwrap(await api.POST('/api/v1/platform/events/{id}/photos/{photoId}/put-back', photoParams(id, photoId)));
