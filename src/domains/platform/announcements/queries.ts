// What the platform announces, for super administrators.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listAnnouncementsParameters } from '#openapi/lists.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type Announcement = Schemas['Announcement'];
export type AnnouncementTarget = Schemas['AnnouncementTarget'];
export type AnnouncementStatus = Schemas['AnnouncementStatus'];
type NewAnnouncement = Schemas['CreateAnnouncementRequest'];

export const announcementParameters = listAnnouncementsParameters;
export type AnnouncementSearch = ListSearch<typeof announcementParameters>;

const PAGE_SIZE = 50;
const key = ['platform', 'announcements'] as const;

export const announcementsQuery = (search: AnnouncementSearch) =>
  pagedQuery(key, toListQuery(announcementParameters, search), (query, signal) =>
    api.GET('/api/v1/platform/announcements', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

/** Optimistic patches, by the announcement's id. */
export const announcementOverlay = createOverlay<Announcement>();

export const invalidateAnnouncements = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

/** @param target null: not chosen yet */
export const reachQuery = (target: AnnouncementTarget | null) =>
  queryOptions({
    queryKey: ['platform', 'announcement reach', target] as const,
    queryFn: async ({ signal }) => {
      if (target === null) throw new Error('nobody was chosen');
      return unwrap(await api.POST('/api/v1/platform/announcements/reach', { body: { target }, signal }));
    },
    enabled: target !== null,
  });

export const createAnnouncement = async (body: NewAnnouncement) => unwrap(await api.POST('/api/v1/platform/announcements', { body }));
export const withdrawAnnouncement = async (announcementId: string) =>
  unwrap(await api.POST('/api/v1/platform/announcements/{announcementId}/withdraw', { params: { path: { announcementId } } }));
export const restoreAnnouncement = async (announcementId: string) =>
  unwrap(await api.POST('/api/v1/platform/announcements/{announcementId}/restore', { params: { path: { announcementId } } }));
export const cancelAnnouncement = async (announcementId: string) =>
  unwrap(await api.POST('/api/v1/platform/announcements/{announcementId}/cancel', { params: { path: { announcementId } } }));
