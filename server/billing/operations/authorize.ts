import { type BillableOrganization, findBillableOrganization, lockBillableOrganization } from '#server/billing/plans-repository.ts';
import { canManageAllBilling, canManageBilling, canViewInvoices, canViewPlan } from '#server/billing/policy.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * An organization whose plan the viewer may read.
 * @param deletedToo its invoices are still owed
 * @throws {Problem} 404, also without permission: it does not reveal whether the organization exists
 */
export async function requireViewablePlan(
  db: Queryable,
  id: string,
  viewer: Viewer,
  { deletedToo = false } = {},
): Promise<BillableOrganization> {
  const row = canViewPlan(viewer, id) ? await findBillableOrganization(db, id) : null;
  if (!row || (row.deletedAt && !deletedToo)) throw notFound('organization');
  return row;
}

/**
 * An organization whose invoices the viewer may read.
 * @throws {Problem} 404, 403
 */
export async function requireViewableInvoices(db: Queryable, id: string, viewer: Viewer): Promise<BillableOrganization> {
  const organization = await requireViewablePlan(db, id, viewer, { deletedToo: canManageAllBilling(viewer) });
  if (!canViewInvoices(viewer, id)) throw forbidden('Only people who manage this organization’s settings can view its invoices.');
  return organization;
}

/** Returns the current viewer with their current rights in this organization, and over all of them. Rejects (401) if the account was deleted. */
export type RefreshViewer = (tx: Tx, viewer: Viewer, organizationId: string) => Promise<Viewer>;

/**
 * The viewer's own organization, locked until the transaction ends, so that changes are serialized and use current permissions.
 * @param evenSuspended for actions that end costs
 * @throws {Problem} 404, or 403 `forbidden`, `organization_suspended`
 */
export async function lockOwnBilling(
  tx: Tx,
  id: string,
  asking: Viewer,
  refreshViewer: RefreshViewer,
  { evenSuspended = false } = {},
): Promise<BillableOrganization> {
  const { organization, viewer } = await lockBilling(tx, id, asking, refreshViewer);
  if (organization.status === 'suspended' && !evenSuspended)
    throw new Problem(403, 'organization_suspended', 'This organization is suspended. You can view it, but not change it.');
  if (!canManageBilling(viewer, id)) throw forbidden('Only people who manage this organization’s settings can do this.');
  return organization;
}

/**
 * Any organization, for the platform, locked in the same way.
 * @throws {Problem} 404, 403
 */
export async function lockAnyBilling(
  tx: Tx,
  id: string,
  asking: Viewer,
  refreshViewer: RefreshViewer,
  { deletedToo = false } = {},
): Promise<BillableOrganization> {
  const { organization, viewer } = await lockBilling(tx, id, asking, refreshViewer, deletedToo);
  requireManagesAllBilling(viewer);
  return organization;
}

export function requireManagesAllBilling(viewer: Viewer): void {
  if (!canManageAllBilling(viewer)) throw forbidden('Only super admins can do this.');
}

async function lockBilling(tx: Tx, id: string, asking: Viewer, refreshViewer: RefreshViewer, deletedToo = false) {
  await lockBillableOrganization(tx, id);
  const viewer = await refreshViewer(tx, asking, id);
  return { organization: await requireViewablePlan(tx, id, viewer, { deletedToo }), viewer };
}
