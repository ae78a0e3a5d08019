// Gallery links of an event for its organization: the list, its changes, and what visitors picked.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listGalleryLinksParameters } from '#openapi/lists.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { defineList } from '#src/shell/define-list.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { photoUrl } from '#src/shell/photo-url.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type GalleryLink = Schemas['GalleryLink'];
export type LinkVisitor = Schemas['LinkVisitor'];

/** Newest first. */
export const galleryLinks = defineList('/api/v1/event/{id}/links', listGalleryLinksParameters, {
  key: ['sharing', 'links'],
  keyOf: ({ id }) => id,
  limit: 25,
});

/** The address to share. */
/** Null during impersonation. */
export const linkAddress = ({ token }: Pick<GalleryLink, 'token'>, origin: string): string | null =>
  token === null ? null : `${origin}/shared/${token}`;

const path = ({ event_id: id, id: linkId }: Pick<GalleryLink, 'event_id' | 'id'>) => ({ id, linkId });

export const createLink = (eventId: string, body: Schemas['CreateGalleryLinkRequest']) =>
  callInOrganization('POST /api/v1/event/{id}/links', { path: { id: eventId }, body });
export const updateLink = (link: GalleryLink, body: Schemas['UpdateGalleryLinkRequest']) =>
  callInOrganization('PATCH /api/v1/event/{id}/links/{linkId}', { path: path(link), body });
export const revokeLink = (link: GalleryLink) => callInOrganization('DELETE /api/v1/event/{id}/links/{linkId}', { path: path(link) });
export const restoreLink = (link: GalleryLink) =>
  callInOrganization('POST /api/v1/event/{id}/links/{linkId}/restore', { path: path(link) });

export const invalidateLinks = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['sharing'] });

export const linkQuery = (eventId: string, linkId: string) =>
  queryOptions({
    queryKey: ['sharing', 'link', linkId] as const,
    queryFn: ({ signal }) => call('GET /api/v1/event/{id}/links/{linkId}', { path: { id: eventId, linkId }, signal }),
  });

/** What the form of a link offers: the photographers and sections of the event, and whether the organization has a watermark. */
export const linkChoicesQuery = ({ id: eventId, organization_id: orgId }: { id: string; organization_id: string }) =>
  queryOptions({
    queryKey: ['sharing', 'choices', eventId] as const,
    queryFn: async ({ signal }) => {
      const [{ items: photographers }, { items: sections }, { branding }] = await Promise.all([
        call('GET /api/v1/event/{id}/photographers', { path: { id: eventId }, signal }),
        call('GET /api/v1/event/{id}/sections', { path: { id: eventId }, signal }),
        call('GET /organization_settings/{orgId}', { path: { orgId }, signal }),
      ]);
      return { photographers, sections, hasWatermark: branding.watermark.enabled };
    },
  });

/** Visitors who pick photos, newest first. */
export const visitorsQuery = (eventId: string, linkId: string) => ({
  queryKey: ['sharing', 'visitors', linkId] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call('GET /api/v1/event/{id}/links/{linkId}/visitors', {
      path: { id: eventId, linkId },
      query: { limit: 50, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  ...cursorPagination,
});

export const visitorPicksQuery = (link: GalleryLink, visitorId: string) =>
  queryOptions({
    queryKey: ['sharing', 'picks', link.id, visitorId] as const,
    queryFn: ({ signal }) =>
      call('GET /api/v1/event/{id}/links/{linkId}/visitors/{visitorId}/picks', { path: { ...path(link), visitorId }, signal }),
  });

/** @param visitorId undefined: of all visitors; file names only of those who have submitted */
export function picksUrl(link: GalleryLink, file: 'export' | 'file-names', visitorId?: string): string {
  const query = visitorId !== undefined ? `?visitor=${encodeURIComponent(visitorId)}` : file === 'file-names' ? '?submitted=true' : '';
  return apiUrl(`/api/v1/event/${link.event_id}/links/${link.id}/picks/${file}${query}`);
}

/** The thumbnail for the organization. */
export const ownThumbUrl = (eventId: string, photo: Pick<Schemas['SharedPhoto'], 'id' | 'watermark'>): string =>
  photoUrl({ ...photo, event_id: eventId }, 'thumb');
