// Queries for platform analytics, which a job aggregates on the server.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { isUuid } from '#src/lib/is-uuid.ts';
import { toQueryString } from '#src/lib/list-query.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type Analytics = Schemas['Analytics'];
export type AnalyticsItem = Schemas['AnalyticsPeriod'];
export type OrganizationAnalytics = Schemas['OrganizationAnalytics'];

const ranges = {
  '30-days': ['day', 30],
  '90-days': ['day', 90],
  '26-weeks': ['week', 26],
  '12-months': ['month', 12],
  '36-months': ['month', 36],
} as const;
export type AnalyticsRange = keyof typeof ranges;
export const DEFAULT_RANGE: AnalyticsRange = '30-days';

export interface AnalyticsSearch {
  range?: AnalyticsRange;
  organization?: string;
}

export const ANALYTICS_SEARCH = ['range', 'organization'] as const;

const isRange = (value: unknown): value is AnalyticsRange => typeof value === 'string' && value in ranges;

export function parseAnalyticsSearch({ range, organization }: Record<string, unknown>): AnalyticsSearch {
  return {
    ...(isRange(range) && range !== DEFAULT_RANGE && { range }),
    ...(isUuid(organization) && { organization }),
  };
}

const analyticsParams = ({ range = DEFAULT_RANGE, organization }: AnalyticsSearch) => {
  const [period, last] = ranges[range];
  return { period, last, ...(organization && { organization_id: organization }) };
};

const POLL_MS = 3000;

/** Persists all ranges of the whole platform, and those of the latest organizations. */
const persistMeta = { persist: { among: 'platform analytics', most: 10 }, anew: true };

export const analyticsQuery = (search: AnalyticsSearch) =>
  queryOptions({
    queryKey: ['platform', 'analytics', analyticsParams(search)],
    queryFn: ({ signal }) => call('GET /api/v1/platform/analytics', { query: analyticsParams(search), signal }),
    placeholderData: (previous) => previous,
    // Poll until the first aggregation, which starts with the first request.
    refetchInterval: ({ state }) => (state.data?.counted_at === null ? POLL_MS : false),
    meta: persistMeta,
  });

export const busiestQuery = ({ range }: AnalyticsSearch) =>
  queryOptions({
    queryKey: ['platform', 'analytics', 'organizations', analyticsParams({ range })],
    queryFn: ({ signal }) => call('GET /api/v1/platform/analytics/organizations', { query: analyticsParams({ range }), signal }),
    placeholderData: (previous) => previous,
    meta: persistMeta,
  });

export const analyticsExportUrl = (search: AnalyticsSearch): string =>
  apiUrl(`/api/v1/platform/analytics/export${toQueryString(analyticsParams(search))}`);
