// Queries and mutations of platform settings and server status.
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type PlatformSettings = Schemas['PlatformSettings'];
export type PlatformStatus = Schemas['PlatformStatus'];

export const platformSettingsQuery = queryOptions({
  // A new key because the shape changed: data persisted under the old key has no limits of paid images.
  queryKey: ['platform', 'settings', 'paid images'] as const,
  queryFn: ({ signal }) => call('GET /api/v1/platform/settings', { signal }),
  meta: { persist: true },
});

export const platformStatusQuery = queryOptions({
  // A new key because the shape changed: data persisted under the old key has no refused emails.
  queryKey: ['platform', 'server status', 'refused'] as const,
  queryFn: ({ signal }) => call('GET /api/v1/platform/status', { signal }),
  meta: { persist: true },
});

export async function setMaintenance(client: QueryClient, body: Schemas['PlatformMaintenance']): Promise<PlatformSettings> {
  const saved = await call('PUT /api/v1/platform/maintenance', { body });
  client.setQueryData(platformSettingsQuery.queryKey, saved);
  return saved;
}

/** Patches one section, so that concurrent changes to other sections aren't overwritten. */
async function changePlatformSettings(client: QueryClient, body: Schemas['ChangePlatformSettingsRequest']): Promise<PlatformSettings> {
  const saved = await call('PUT /api/v1/platform/settings', { body });
  client.setQueryData(platformSettingsQuery.queryKey, saved);
  return saved;
}

type Changes = components['schemas']['ChangePlatformSettingsRequest'];

/** Saves the changed fields of one section. */
export function useSavePlatformSettings<Values>(toChanges: (values: Values) => Changes, valuesOf: (saved: PlatformSettings) => Values) {
  const client = useQueryClient();
  return async (values: Values, base: PlatformSettings): Promise<PlatformSettings> => {
    const body = toChanges(values);
    return JSON.stringify(body) === JSON.stringify(toChanges(valuesOf(base))) ? base : changePlatformSettings(client, body);
  };
}
