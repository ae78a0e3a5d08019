// Queries and mutations for organizers, and the invalidation after each. Changes need a connection; read data stays on the device.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { defineList } from '#src/shell/define-list.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { call } from '#src/transport/call.ts';
import { ApiError } from '#src/transport/problem.ts';
import { eventListParameters, type EventSearch } from './list/event-search.ts';
import { deviceTimeZone } from './local-time.ts';

type Schemas = components['schemas'];
export type EventNumbers = Schemas['EventNumbers'];
export type OrganizationOverview = Schemas['OrganizationOverview'];
export type OrganizationEventPage = Schemas['OrganizationEventPage'];

const lists = ['events', 'organization'];

export const organizationEvents = defineList('/api/v1/event/organization/{orgId}', eventListParameters, {
  key: lists,
  keyOf: ({ id }) => id,
  limit: 25,
  /** Deleted events are not filtered by status or time. */
  toQuery: ({ status, time, ...search }: EventSearch) =>
    toListQuery(eventListParameters, search.deleted ? search : { ...search, status, time }),
});

export const photosExportUrl = (id: string): string => apiUrl(`/api/v1/event/${id}/photos/export`);

/** The organization's figures, by days in the device's time zone. */
export function organizationOverviewQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['events', 'overview', organizationId] as const,
    queryFn: ({ signal }) =>
      call('GET /api/v1/event/organization/{orgId}/overview', {
        path: { orgId: organizationId },
        query: { time_zone: deviceTimeZone() },
        signal,
      }),
    meta: { persist: true, anew: true },
  });
}

/** The event's figures. The stream triggers refetches. */
export function eventNumbersQuery(id: string) {
  return queryOptions({
    queryKey: ['events', 'numbers', id] as const,
    queryFn: ({ signal }) => call('GET /api/v1/event/{id}/numbers', { path: { id }, signal }),
    meta: { persist: { among: 'event numbers', most: 20 }, anew: true },
  });
}

/** Approved photos, latest first. */
export function coverCandidatesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['events', 'covers', id] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v1/event/{id}/photos', {
        path: { id },
        query: { status: 'approved' as const, limit: 60, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    ...cursorPagination,
  });
}

/** Updates the event in every cached query. */
function cacheEvent(client: QueryClient, event: Event): void {
  client.setQueryData(eventQuery(event.id).queryKey, event);
  client.setQueriesData<OrganizationEventPage>({ queryKey: [...lists, event.organization_id] }, (page) =>
    page?.items.some(({ id }) => id === event.id)
      ? { ...page, items: page.items.map((cached) => (cached.id === event.id ? event : cached)) }
      : page,
  );
}

/** Invalidates the lists, their counts and the participants' overview. */
export async function invalidateEventLists(client: QueryClient): Promise<void> {
  await Promise.all([lists, ['events', 'overview'], ['events', 'list']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** @throws UserFacingError without a selected organization (docs/product.md, Calls and errors) */
export async function createEvent(
  client: QueryClient,
  body: Omit<Schemas['CreateEventRequest'], 'organization_id'>,
  organizationId: string | null,
) {
  if (organizationId === null) throw new UserFacingError('No organization selected');
  const event = await call('POST /api/v1/event', { body: { ...body, organization_id: organizationId } });
  cacheEvent(client, event);
  void invalidateEventLists(client);
  return event;
}

const isEventCached = (client: QueryClient, id: string): boolean =>
  client.getQueryData(eventQuery(id).queryKey) !== undefined ||
  client.getQueriesData<OrganizationEventPage>({ queryKey: lists }).some(([, page]) => page?.items.some((event) => event.id === id));

/** Client and server report a missing event alike (docs/product.md, Calls and errors). */
const notFound = () => new UserFacingError('Event not found');

async function mutateEvent(client: QueryClient, id: string, call: () => Promise<Event>): Promise<Event> {
  requireOrganization();
  if (!isEventCached(client, id)) throw notFound();
  try {
    const event = await call();
    cacheEvent(client, event);
    return event;
  } catch (error) {
    throw error instanceof ApiError && error.status === 404 ? notFound() : error;
  }
}

/** @throws UserFacingError ('No organization selected', 'Event not found'), ApiError, NetworkError; the functions below throw the same */
export const updateEvent = (client: QueryClient, id: string, body: Schemas['UpdateEventRequest']): Promise<Event> =>
  mutateEvent(client, id, () => call('PUT /api/v1/event/{id}', { path: { id }, body }));

export const renewJoinCode = (client: QueryClient, id: string): Promise<Event> =>
  mutateEvent(client, id, () => call('POST /api/v1/event/{id}/join-code', { path: { id } }));

export const publishGallery = (client: QueryClient, id: string, published: boolean): Promise<Event> =>
  mutateEvent(client, id, () => call('PUT /api/v1/event/{id}/gallery', { path: { id }, body: { published } }));

export const restoreEvent = (client: QueryClient, id: string): Promise<Event> =>
  mutateEvent(client, id, () => call('POST /api/v1/event/{id}/restore', { path: { id } }));

export async function deleteEvent(client: QueryClient, event: Event): Promise<void> {
  requireOrganization();
  if (!isEventCached(client, event.id)) throw notFound();
  await call('DELETE /api/v1/event/{id}', { path: { id: event.id } });
  cacheEvent(client, { ...event, deleted_at: new Date().toISOString() });
}
