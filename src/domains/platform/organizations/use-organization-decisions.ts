import { useQueryClient } from '@tanstack/react-query';
import { optimisticMutation, type MutationOptions } from '#src/shell/optimistic-mutation.ts';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import { planNames } from './organization-labels.ts';
import {
  approveOrganization,
  changeOrganizationPlan,
  deleteOrganization,
  invalidateOrganizations,
  platformOrganizationOverlay,
  reactivateOrganization,
  restoreOrganization,
  suspendOrganization,
  withdrawOrganizationApproval,
  type PlatformOrganization,
} from './queries.ts';

interface Decided {
  row: PlatformOrganization;
}

/** What is decided about an organization. */
export function useOrganizationDecisions() {
  const client = useQueryClient();
  const ofOrganization = {
    item: ({ row }: Decided) => `organization:${row.organization.id}`,
    settle: () => invalidateOrganizations(client),
  } satisfies Partial<MutationOptions<Decided, unknown>>;
  const lay = ({ organization }: PlatformOrganization, status: 'pending' | 'active' | 'suspended') =>
    platformOrganizationOverlay.add(organization.id, { organization: { ...organization, status, rejection_reason: null } });

  const approve = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => lay(row, 'active'),
    commit: ({ row }) => approveOrganization(row.organization.id),
    applyRevert: ({ row }) => lay(row, 'pending'),
    revert: ({ row }) => withdrawOrganizationApproval(row.organization.id),
    done: ({ row }) => `${row.organization.name} approved${ifSendsMail('. Its admins are notified by email')}`,
    failed: 'Couldn’t approve the organization',
  });
  const suspend = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => lay(row, 'suspended'),
    commit: ({ row }) => suspendOrganization(row.organization.id),
    applyRevert: ({ row }) => lay(row, 'active'),
    revert: ({ row }) => reactivateOrganization(row.organization.id),
    done: ({ row }) => `${row.organization.name} suspended`,
    failed: 'Couldn’t suspend the organization',
  });
  const reactivate = optimisticMutation<Decided>({
    ...ofOrganization,
    apply: ({ row }) => lay(row, 'active'),
    commit: ({ row }) => reactivateOrganization(row.organization.id),
    applyRevert: ({ row }) => lay(row, 'suspended'),
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
