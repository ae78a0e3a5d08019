import { queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { call } from '#src/transport/call.ts';

export type PlatformOverview = components['schemas']['PlatformOverview'];
export type PlatformHealth = components['schemas']['PlatformHealth'];

export const platformOverviewQuery = queryOptions({
  queryKey: ['platform', 'overview'],
  queryFn: ({ signal }) => call('GET /api/v1/platform/overview', { signal }),
  meta: { persist: true, anew: true },
});

export const platformHealthQuery = queryOptions({
  queryKey: ['platform', 'health'],
  queryFn: ({ signal }) => call('GET /api/v1/platform/health', { signal }),
  meta: { persist: true, anew: true },
});
