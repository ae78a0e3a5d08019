import { isMemberOf, type Viewer } from '#server/viewer.ts';

/** An organization is seen by its active members, and by those who manage all organizations. */
export function canViewOrganization(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId) || viewer.permissions.all === true || viewer.permissions.manage_organizations === true;
}
