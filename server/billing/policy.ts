// Who may read and change what an organization is billed for. Pure; what is not said here is denied. Source: docs/product.md B6.1.
import { isMemberOf, membershipOf, type Viewer } from '#server/viewer.ts';

/** Put organizations on plans, issue their invoices and answer what they ask for: super admins. */
export function canManageAllBilling(viewer: Viewer): boolean {
  return viewer.permissions.all === true;
}

/** Plan, limits and usage are read by the organization's active members: they meet the limits. */
export function canViewPlan(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId) || canManageAllBilling(viewer);
}

/** Ask for another plan: by the flag in this organization itself. */
export function canManageBilling(viewer: Viewer, organizationId: string): boolean {
  return membershipOf(viewer, organizationId)?.permissions.manage_org_settings === true;
}

/** What it owes and paid is for those who manage that. */
export function canViewInvoices(viewer: Viewer, organizationId: string): boolean {
  return canManageBilling(viewer, organizationId) || canManageAllBilling(viewer);
}
