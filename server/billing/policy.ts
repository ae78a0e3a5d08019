// Permissions on billing. Pure; denied by default. Source: docs/product.md, Billing, notifications, audit.
import { isMemberOf, membershipOf, type Viewer } from '#server/viewer.ts';

/** Set plans, issue invoices and answer plan requests: super admins. */
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

/** Invoices are visible to those who manage billing. */
export function canViewInvoices(viewer: Viewer, organizationId: string): boolean {
  return canManageBilling(viewer, organizationId) || canManageAllBilling(viewer);
}
