import type { Queryable, Tx } from '#server/db/types.ts';
import { forbidden } from '#server/http/problem.ts';
import { canManageIntegrations } from '#server/integrations/policy.ts';
import { lockOrganizationForViewer, requireOwnOrganization, requireWritable } from '#server/organizations/access.ts';
import type { OrganizationRow } from '#server/organizations/repository.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * An organization whose tokens and webhooks the viewer manages, also while it is pending or suspended.
 * @throws {Problem} 404, or 403 `forbidden`
 */
export async function requireIntegrationsAdmin(db: Queryable, id: string, viewer: Viewer): Promise<OrganizationRow> {
  const organization = await requireOwnOrganization(db, id, viewer);
  if (!canManageIntegrations(viewer, id)) throw forbidden('Only admins of this organization can do this.');
  return organization;
}

/**
 * The same for a change: locks the organization, so that it never gets more tokens or webhooks than allowed.
 * @param always also while it is pending or suspended: to take access away
 * @throws {Problem} 404, or 403 `forbidden`, `organization_pending`, `organization_suspended`
 */
export async function lockIntegrations(tx: Tx, id: string, asking: Viewer, { always = false } = {}): Promise<void> {
  const viewer = await lockOrganizationForViewer(tx, id, asking);
  const organization = await requireIntegrationsAdmin(tx, id, viewer);
  if (!always) requireWritable(organization);
}
