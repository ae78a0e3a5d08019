// An organization's settings. Changes send the version as `If-Match`, so they never overwrite unseen changes.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { organizationQuery } from '#src/domains/organizations/queries.ts';
import { api } from '#src/transport/client.ts';
import { imageForm } from '#src/transport/image-form.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type OrganizationSettings = Schemas['OrganizationSettings'];
type Changes = Schemas['UpdateOrganizationSettingsRequest'];

export const organizationSettingsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...organizationQuery(orgId).queryKey, 'settings'] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/organization_settings/{orgId}', { params: { path: { orgId } }, signal })),
    meta: { persist: true, anew: true },
  });

/** Bypasses the query cache. */
export const refetchSettings = (client: QueryClient, orgId: string): Promise<OrganizationSettings> =>
  client.fetchQuery({ ...organizationSettingsQuery(orgId), staleTime: 0 });

/** @throws ApiError 412 `changed_meanwhile` if the settings have changed since `base` */
export async function changeSettings(client: QueryClient, base: OrganizationSettings, body: Changes): Promise<OrganizationSettings> {
  const { organization_id: orgId, version } = base;
  const answer = await api.PUT('/organization_settings/{orgId}', {
    params: { path: { orgId }, header: { 'If-Match': `"${version}"` } },
    body,
  });
  const saved = unwrap(answer);
  client.setQueryData(organizationSettingsQuery(orgId).queryKey, saved);
  invalidateSettings(client, orgId);
  return saved;
}

export type SettingsPicture = 'avatar' | 'logo';

/** Pictures have no version: the last upload wins. */
export async function uploadPicture(client: QueryClient, orgId: string, kind: SettingsPicture, file: Blob): Promise<void> {
  unwrap(await api.POST(`/organization_settings/{orgId}/${kind}`, { params: { path: { orgId } }, ...imageForm(file) }));
  await refetchSettings(client, orgId);
  invalidateSettings(client, orgId);
}

/** Events use these defaults and colors, so their queries are invalidated too. */
function invalidateSettings(client: QueryClient, orgId: string): void {
  void client.invalidateQueries({ queryKey: organizationQuery(orgId).queryKey, exact: true });
  void client.invalidateQueries({ queryKey: ['events'], refetchType: 'none' });
}

/** The path of one of the organization's photos, without watermark. Null if there are no photos. */
export const samplePhotoQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...organizationQuery(orgId).queryKey, 'sample photo'] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const events = { path: { orgId }, query: { sort: '-photos_count' as const, limit: 1 } };
      const [event] = unwrap(await api.GET('/api/v1/event/organization/{orgId}', { params: events, signal })).items;
      if (!event) return null;
      const path = `/api/v1/event/${event.id}/photos`;
      if (event.cover_photo_id) return `${path}/${event.cover_photo_id}/preview`;
      const photos = { path: { id: event.id }, query: { limit: 20, status: 'approved' as const } };
      const { items } = unwrap(await api.GET('/api/v1/event/{id}/photos', { params: photos, signal }));
      const photo = items.find(({ state }) => state === 'ready');
      return photo ? `${path}/${photo.id}/preview` : null;
    },
    staleTime: 5 * 60_000,
    meta: { persist: true, anew: true },
  });
