// Queries, mutations and labels of the platform's organizations.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listPlatformOrganizationsParameters } from '#openapi/lists.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { defineList } from '#src/shell/define-list.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import { call } from '#src/transport/call.ts';
import type { Tone } from '#src/ui/badge.tsx';

type Schemas = components['schemas'];
export type PlatformOrganization = Schemas['PlatformOrganization'];
export type PlatformOrganizationDetails = Schemas['PlatformOrganizationDetails'];
export type PlatformOrganizationMember = PlatformOrganizationDetails['members']['items'][number];
export type AppointedAdmin = Schemas['AppointedAdmin'];
export type OrganizationState = 'waiting' | 'rejected' | 'active' | 'suspended';

export type OrganizationSearch = ListSearch<typeof listPlatformOrganizationsParameters>;

const key = ['platform', 'organizations'];

export const platformOrganizations = defineList('/api/v1/platform/organizations', listPlatformOrganizationsParameters, {
  key,
  keyOf: ({ organization }) => organization.id,
});

export const platformOrganizationQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => call('GET /api/v1/platform/organizations/{id}', { path: { id }, signal }),
  });

/** Patches of members, by `organizationMemberKey`. */
export const organizationMemberOverlay = createOverlay<PlatformOrganizationMember>();
export const organizationMemberKey = (id: string, userId: string): string => `${id}:${userId}`;

export const appointOrganizationAdmin = (id: string, body: Schemas['AppointAdminRequest']) =>
  call('POST /api/v1/platform/organizations/{id}/admins', { path: { id }, body });
export const dismissOrganizationAdmin = (id: string, userId: string, membership: 'keep' | 'end' = 'keep') =>
  call('DELETE /api/v1/platform/organizations/{id}/admins/{userId}', { path: { id, userId }, query: { membership } });

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

const pathOf = ({ organization: { id } }: PlatformOrganization) => ({ path: { id } });

export function useOrganizationDecisions() {
  const client = useQueryClient();
  const ofOrganization = {
    item: ({ row }: Decided) => `organization:${row.organization.id}`,
    settle: () => platformOrganizations.invalidate(client),
  } satisfies Partial<MutationOptions<Decided, unknown>>;
  const patch = ({ organization }: PlatformOrganization, status: 'pending' | 'active' | 'suspended') =>
    platformOrganizations.overlay.add(organization.id, { organization: { ...organization, status, rejection_reason: null } });

  const approve = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => patch(row, 'active'),
    send: ({ row }) => call('POST /api/v1/organizations/{id}/approve', pathOf(row)),
    applyRevert: ({ row }) => patch(row, 'pending'),
    revert: ({ row }) => call('POST /api/v1/organizations/{id}/withdraw-approval', pathOf(row)),
    done: ({ row }) => `${row.organization.name} approved${ifSendsMail('. Its admins are notified by email')}`,
    failed: 'Couldn’t approve the organization',
  });
  const suspend = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => patch(row, 'suspended'),
    send: ({ row }) => call('POST /api/v1/organizations/{id}/suspend', pathOf(row)),
    applyRevert: ({ row }) => patch(row, 'active'),
    revert: ({ row }) => call('POST /api/v1/organizations/{id}/reactivate', pathOf(row)),
    done: ({ row }) => `${row.organization.name} suspended`,
    failed: 'Couldn’t suspend the organization',
  });
  const reactivate = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => patch(row, 'active'),
    send: ({ row }) => call('POST /api/v1/organizations/{id}/reactivate', pathOf(row)),
    applyRevert: ({ row }) => patch(row, 'suspended'),
    revert: ({ row }) => call('POST /api/v1/organizations/{id}/suspend', pathOf(row)),
    done: ({ row }) => `${row.organization.name} is active again`,
    failed: 'Couldn’t reactivate the organization',
  });
  const restore = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => platformOrganizations.overlay.add(row.organization.id, { deleted_at: null }),
    send: ({ row }) => call('POST /api/v1/organizations/{id}/restore', pathOf(row)),
    applyRevert: ({ row }) => platformOrganizations.overlay.add(row.organization.id, { deleted_at: row.deleted_at }),
    revert: ({ row }) => call('DELETE /api/v1/organizations/{id}', pathOf(row)),
    done: ({ row }) => `${row.organization.name} restored`,
    failed: 'Couldn’t restore the organization',
  });
  const changePlan = optimisticMutation<Decided & { plan: PlatformOrganization['plan'] }>({
    ...ofOrganization,
    apply: ({ row, plan }) => platformOrganizations.overlay.add(row.organization.id, { plan }),
    send: ({ row, plan }) => call('PUT /api/v1/organizations/{id}/plan', { ...pathOf(row), body: { plan } }),
    applyRevert: ({ row }) => platformOrganizations.overlay.add(row.organization.id, { plan: row.plan }),
    revert: ({ row }) => call('PUT /api/v1/organizations/{id}/plan', { ...pathOf(row), body: { plan: row.plan } }),
    done: ({ row, plan }) => `${row.organization.name} is on ${planNames[plan]}${ifSendsMail('. Its admins are notified by email')}`,
    failed: 'Couldn’t change the plan',
    settle: () => Promise.all([platformOrganizations.invalidate(client), client.invalidateQueries({ queryKey: ['platform', 'billing'] })]),
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
