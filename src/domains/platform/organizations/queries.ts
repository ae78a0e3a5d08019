// The organizations of the platform, for those who decide about them.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listPlatformOrganizationsParameters } from '#openapi/lists.ts';
import { toQueryString, toListQuery } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type PlatformOrganization = Schemas['PlatformOrganization'];
export type PlatformOrganizationDetails = Schemas['PlatformOrganizationDetails'];
export type PlatformOrganizationMember = PlatformOrganizationDetails['members']['items'][number];
export type AppointedAdmin = Schemas['AppointedAdmin'];
export type OrganizationState = 'waiting' | 'rejected' | 'active' | 'suspended';

export const organizationSearchParameters = listPlatformOrganizationsParameters;
export type OrganizationSearch = ListSearch<typeof organizationSearchParameters>;

const PAGE_SIZE = 50;
const key = ['platform', 'organizations'] as const;

const organizationParams = (id: string) => ({ params: { path: { id } } });

export const platformOrganizationsQuery = (search: OrganizationSearch) =>
  pagedQuery(key, toListQuery(organizationSearchParameters, search), (query, signal) =>
    api.GET('/api/v1/platform/organizations', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const platformOrganizationsExportUrl = (search: OrganizationSearch): string =>
  apiUrl(`/api/v1/platform/organizations/export${toQueryString(toListQuery(organizationSearchParameters, search))}`);

export const platformOrganizationQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/organizations/{id}', { ...organizationParams(id), signal })),
  });

/** Optimistic patches, by the organization's id. */
export const platformOrganizationOverlay = createOverlay<PlatformOrganization>();

/** The same of its members, by `organizationMemberKey`. */
export const organizationMemberOverlay = createOverlay<PlatformOrganizationMember>();
export const organizationMemberKey = (id: string, userId: string): string => `${id}:${userId}`;

export const invalidateOrganizations = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

export const approveOrganization = async (id: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/approve', organizationParams(id)));
export const withdrawOrganizationApproval = async (id: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/withdraw-approval', organizationParams(id)));
export const suspendOrganization = async (id: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/suspend', organizationParams(id)));
export const reactivateOrganization = async (id: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/reactivate', organizationParams(id)));
export const restoreOrganization = async (id: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/restore', organizationParams(id)));
export const deleteOrganization = async (id: string) => unwrap(await api.DELETE('/api/v1/organizations/{id}', organizationParams(id)));
export const rejectOrganization = async (id: string, reason: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/reject', { ...organizationParams(id), body: { reason } }));

export const appointOrganizationAdmin = async (id: string, body: Schemas['AppointAdminRequest']) =>
  unwrap(await api.POST('/api/v1/platform/organizations/{id}/admins', { ...organizationParams(id), body }));
export const dismissOrganizationAdmin = async (id: string, userId: string, membership: 'keep' | 'end' = 'keep') =>
  unwrap(
    await api.DELETE('/api/v1/platform/organizations/{id}/admins/{userId}', { params: { path: { id, userId }, query: { membership } } }),
  );

export const changeOrganizationPlan = async (id: string, plan: PlatformOrganization['plan']) =>
  unwrap(await api.PUT('/api/v1/organizations/{id}/plan', { ...organizationParams(id), body: { plan } }));

export function organizationStateOf({
  status,
  rejection_reason: reason,
}: Pick<Schemas['Organization'], 'status' | 'rejection_reason'>): OrganizationState {
  if (status !== 'pending') return status;
  return reason === null ? 'waiting' : 'rejected';
}
