// A gallery link as its visitors see it. Nothing is stored on the device: a revoked link must leave nothing behind.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { markOf } from '#src/shell/photo-url.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type SharedGallery = Schemas['SharedGallery'];
export type SharedEvent = Schemas['SharedEvent'];
export type SharedPhoto = Schemas['SharedPhoto'];
export type Pick = Schemas['Pick'];

const PAGE = 100;

export const sharedGalleryQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token, 'gallery'] as const,
    queryFn: ({ signal }) => call('GET /api/v1/links/{token}', { path: { token }, signal }),
    staleTime: 0,
  });

/** Of the photos, whatever they are filtered by. */
export const sharedPhotosKey = (token: string) => ['shared', token, 'photos'] as const;

/** Latest first. @param section null for all */
export const sharedPhotosQuery = (token: string, section: string | null) =>
  infiniteQueryOptions({
    queryKey: [...sharedPhotosKey(token), section] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v1/links/{token}/photos', {
        path: { token },
        query: { limit: PAGE, ...(section !== null && { section }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    ...cursorPagination,
  });

export const ownPicksQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token, 'picks'] as const,
    queryFn: ({ signal }) => call('GET /api/v1/links/{token}/picks', { path: { token }, signal }),
  });

export const unlockGallery = (token: string, password: string) =>
  call('POST /api/v1/links/{token}/unlock', { path: { token }, body: { password } });
export const nameVisitor = (token: string, name: string) => call('PUT /api/v1/links/{token}/visitor', { path: { token }, body: { name } });
export const pickPhoto = (token: string, photoId: string, note: string) =>
  call('PUT /api/v1/links/{token}/picks/{photoId}', { path: { token, photoId }, body: { note } });
export const unpickPhoto = (token: string, photoId: string) =>
  call('DELETE /api/v1/links/{token}/picks/{photoId}', { path: { token, photoId } });
export const reportPhoto = (token: string, photoId: string, report: Omit<Schemas['ReportSharedPhotoRequest'], 'key'>) =>
  call('PUT /api/v1/links/{token}/photos/{photoId}/report', { path: { token, photoId }, body: { ...report, key: visitKey } });
/** One report per photo and visit: nothing is stored on the device. */
const visitKey = crypto.randomUUID();
export const submitPicks = (token: string) => call('PUT /api/v1/links/{token}/submission', { path: { token } });
export const withdrawPicks = (token: string) => call('DELETE /api/v1/links/{token}/submission', { path: { token } });

export const beginDownload = (token: string, body: Schemas['CreateSharedDownloadRequest']) =>
  call('POST /api/v1/links/{token}/downloads', { path: { token }, body });
export const readDownload = (token: string, downloadId: string, signal: AbortSignal) =>
  call('GET /api/v1/links/{token}/downloads/{downloadId}', { path: { token, downloadId }, signal });

export const sharedPhotoUrl = (
  token: string,
  { id, watermark }: { id: string; watermark: string | null },
  size: 'thumb' | 'preview' | 'download',
): string => apiUrl(`/api/v1/links/${token}/photos/${id}/${size}${markOf(watermark)}`);
