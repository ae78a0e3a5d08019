// What is set for the whole platform, and what the server is set up with.
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];

export type PlatformSettings = Schemas['PlatformSettings'];

export type PlatformStatus = Schemas['PlatformStatus'];

export const platformSettingsQuery = queryOptions({
  queryKey: ['platform', 'settings'] as const,
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/settings', { signal })),
  meta: { persist: true },
});

export const platformStatusQuery = queryOptions({
  // Named anew when its shape changed: what was kept under the name before lacks the refused emails.
  queryKey: ['platform', 'server status', 'refused'] as const,
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/status', { signal })),
  meta: { persist: true },
});

export async function setMaintenance(client: QueryClient, body: Schemas['PlatformMaintenance']): Promise<PlatformSettings> {
  const saved = unwrap(await api.PUT('/api/v1/platform/maintenance', { body }));
  client.setQueryData(platformSettingsQuery.queryKey, saved);
  return saved;
}

/** One part at a time: what others set in the other parts stays. */
async function changePlatformSettings(client: QueryClient, body: Schemas['ChangePlatformSettingsRequest']): Promise<PlatformSettings> {
  const saved = unwrap(await api.PUT('/api/v1/platform/settings', { body }));
  client.setQueryData(platformSettingsQuery.queryKey, saved);
  return saved;
}

type Changes = components['schemas']['ChangePlatformSettingsRequest'];

/** How each form of the settings is saved: its own part, where it differs from what the form began with. */
export function useSavePlatformSettings<Values>(toChanges: (values: Values) => Changes, valuesOf: (saved: PlatformSettings) => Values) {
  const client = useQueryClient();
  return async (values: Values, base: PlatformSettings): Promise<PlatformSettings> => {
    const body = toChanges(values);
    return JSON.stringify(body) === JSON.stringify(toChanges(valuesOf(base))) ? base : changePlatformSettings(client, body);
  };
}
