// Queries, mutations and labels of the platform's organizations.
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listPlatformOrganizationsParameters } from '#openapi/lists.ts';
import { toListQuery, toQueryString } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Tone } from '#src/ui/badge.tsx';

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

export const platformOrganizationOverlay = createOverlay<PlatformOrganization>();

/** Patches of members, by `organizationMemberKey`. */
export const organizationMemberOverlay = createOverlay<PlatformOrganizationMember>();
export const organizationMemberKey = (id: string, userId: string): string => `${id}:${userId}`;

export const invalidateOrganizations = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

const approveOrganization = async (id: string) => unwrap(await api.POST('/api/v1/organizations/{id}/approve', organizationParams(id)));

const withdrawOrganizationApproval = async (id: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/withdraw-approval', organizationParams(id)));

const suspendOrganization = async (id: string) => unwrap(await api.POST('/api/v1/organizations/{id}/suspend', organizationParams(id)));

const reactivateOrganization = async (id: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/reactivate', organizationParams(id)));

const restoreOrganization = async (id: string) => unwrap(await api.POST('/api/v1/organizations/{id}/restore', organizationParams(id)));

const deleteOrganization = async (id: string) => unwrap(await api.DELETE('/api/v1/organizations/{id}', organizationParams(id)));
export const rejectOrganization = async (id: string, reason: string) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/reject', { ...organizationParams(id), body: { reason } }));

export const appointOrganizationAdmin = async (id: string, body: Schemas['AppointAdminRequest']) =>
  unwrap(await api.POST('/api/v1/platform/organizations/{id}/admins', { ...organizationParams(id), body }));
export const dismissOrganizationAdmin = async (id: string, userId: string, membership: 'keep' | 'end' = 'keep') =>
  unwrap(
    await api.DELETE('/api/v1/platform/organizations/{id}/admins/{userId}', { params: { path: { id, userId }, query: { membership } } }),
  );

const changeOrganizationPlan = async (id: string, plan: PlatformOrganization['plan']) =>
  unwrap(await api.PUT('/api/v1/organizations/{id}/plan', { ...organizationParams(id), body: { plan } }));

export function organizationStateOf({
  status,
  rejection_reason: reason,
}: Pick<Schemas['Organization'], 'status' | 'rejection_reason'>): OrganizationState {
  if (status !== 'pending') return status;
  return reason === null ? 'waiting' : 'rejected';
}

interface Decided {
  row: PlatformOrganization;
}

export function useOrganizationDecisions() {
  const client = useQueryClient();
  const ofOrganization = {
    item: ({ row }: Decided) => `organization:${row.organization.id}`,
    settle: () => invalidateOrganizations(client),
  } satisfies Partial<MutationOptions<Decided, unknown>>;
  const patch = ({ organization }: PlatformOrganization, status: 'pending' | 'active' | 'suspended') =>
    platformOrganizationOverlay.add(organization.id, { organization: { ...organization, status, rejection_reason: null } });

  const approve = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => patch(row, 'active'),
    commit: ({ row }) => approveOrganization(row.organization.id),
    applyRevert: ({ row }) => patch(row, 'pending'),
    revert: ({ row }) => withdrawOrganizationApproval(row.organization.id),
    done: ({ row }) => `${row.organization.name} approved${ifSendsMail('. Its admins are notified by email')}`,
    failed: 'Couldn’t approve the organization',
  });
  const suspend = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => patch(row, 'suspended'),
    commit: ({ row }) => suspendOrganization(row.organization.id),
    applyRevert: ({ row }) => patch(row, 'active'),
    revert: ({ row }) => reactivateOrganization(row.organization.id),
    done: ({ row }) => `${row.organization.name} suspended`,
    failed: 'Couldn’t suspend the organization',
  });
  const reactivate = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => patch(row, 'active'),
    commit: ({ row }) => reactivateOrganization(row.organization.id),
    applyRevert: ({ row }) => patch(row, 'suspended'),
    revert: ({ row }) => suspendOrganization(row.organization.id),
    done: ({ row }) => `${row.organization.name} is active again`,
    failed: 'Couldn’t reactivate the organization',
  });
  const restore = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => platformOrganizationOverlay.add(row.organization.id, { deleted_at: null }),
    commit: ({ row }) => restoreOrganization(row.organization.id),
    applyRevert: ({ row }) => platformOrganizationOverlay.add(row.organization.id, { deleted_at: row.deleted_at }),
    revert: ({ row }) => deleteOrganization(row.organization.id),
    done: ({ row }) => `${row.organization.name} restored`,
    failed: 'Couldn’t restore the organization',
  });
  const changePlan = optimisticMutation<Decided & { plan: PlatformOrganization['plan'] }>({
    ...ofOrganization,
    apply: ({ row, plan }) => platformOrganizationOverlay.add(row.organization.id, { plan }),
    commit: ({ row, plan }) => changeOrganizationPlan(row.organization.id, plan),
    applyRevert: ({ row }) => platformOrganizationOverlay.add(row.organization.id, { plan: row.plan }),
    revert: ({ row }) => changeOrganizationPlan(row.organization.id, row.plan),
    done: ({ row, plan }) => `${row.organization.name} is on ${planNames[plan]}${ifSendsMail('. Its admins are notified by email')}`,
    failed: 'Couldn’t change the plan',
    settle: () => Promise.all([invalidateOrganizations(client), client.invalidateQueries({ queryKey: ['platform', 'billing'] })]),
  });
  return { approve, suspend, reactivate, restore, changePlan };
}

export type OrganizationDecisions = ReturnType<typeof useOrganizationDecisions>;

export const organizationStateLabels: Record<OrganizationState, { name: string; tone: Tone }> = {
  waiting: { name: 'Waiting for approval', tone: 'warning' },
  rejected: { name: 'Rejected', tone: 'neutral' },
  active: { name: 'Active', tone: 'success' },
  suspended: { name: 'Suspended', tone: 'warning' },
};

export const planNames = { free: 'Free', pro: 'Pro', studio: 'Studio' } as const;

/** "hello@aurora.example · +49 30 1234". */
export const contactLine = ({ contact_email: email, phone_number: phone }: PlatformOrganization['organization']): string =>
  [email, phone].filter(Boolean).join(' · ') || 'No contact address';
