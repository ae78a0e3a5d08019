// Links that show one image to people without an account.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type ImageLink = Schemas['ImageLink'];

export const linksQuery = (imageId: string) =>
  queryOptions({
    queryKey: ['generation', 'links', imageId] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/generated-images/{imageId}/links', { params: { path: { imageId } }, signal })).items,
  });

export const createLink = async (imageId: string, hours: number): Promise<Schemas['NewImageLink']> =>
  unwrap(await api.POST('/api/v1/generated-images/{imageId}/links', { params: { path: { imageId } }, body: { hours } }));

const linkParams = (imageId: string, linkId: string) => ({ params: { path: { imageId, linkId } } });

export const revokeLink = async (imageId: string, linkId: string) =>
  unwrap(await api.DELETE('/api/v1/generated-images/{imageId}/links/{linkId}', linkParams(imageId, linkId)));

export const restoreLink = async (imageId: string, linkId: string) =>
  unwrap(await api.POST('/api/v1/generated-images/{imageId}/links/{linkId}/restore', linkParams(imageId, linkId)));

/** What visitors open. The token can't be read again. */
export const linkAddress = (token: string): string => `${location.origin}/shared/${token}/image`;

/** How long a link can work. */
export const VALIDITIES = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const;
export type Validity = (typeof VALIDITIES)[number]['value'];
