// Queries, mutations and labels of role permissions.
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type RoleRow = Schemas['RolePermissions']['roles'][number];
export type PermissionChange = Schemas['RolePermissionChange'];
export type Flag = Schemas['PermissionFlag'];

const key = ['platform', 'permissions'] as const;

export const permissionsQuery = queryOptions({
  queryKey: [...key, 'table'],
  queryFn: ({ signal }) => call('GET /api/v1/platform/permissions', { signal }),
  meta: { persist: true },
});

/** Never cached: the number of affected people changes. */
export const effectQuery = (change: PermissionChange) =>
  queryOptions({
    queryKey: [...key, 'effect', change],
    queryFn: ({ signal }) => call('POST /api/v1/platform/permissions/effect', { body: change, signal }),
    staleTime: 0,
    gcTime: 0,
  });

const HISTORY = 20;

/** Latest changes, from the audit log. */
export const permissionHistoryQuery = queryOptions({
  queryKey: [...key, 'history'],
  queryFn: ({ signal }) => call('GET /api/v1/platform/logs', { query: { area: 'role', limit: HISTORY }, signal }),
  meta: { persist: true },
});

const invalidatePermissions = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

const changePermission = (body: PermissionChange) => call('POST /api/v1/platform/permissions/change', { body });

/** Optimistic patches, by role and flag. */
export const permissionOverlay = createOverlay<{ granted: boolean }>();

export const permissionKey = ({ role, flag }: Pick<PermissionChange, 'role' | 'flag'>): string => `${role} ${flag}`;
const reverseOf = (change: PermissionChange): PermissionChange => ({ ...change, granted: !change.granted });
const applyPatch = (change: PermissionChange) => permissionOverlay.add(permissionKey(change), { granted: change.granted });

/** Applies the change immediately. Undo makes the reverse call. */
export function usePermissionChange(): (change: PermissionChange) => void {
  const client = useQueryClient();
  return optimisticMutation<PermissionChange>({
    item: (change) => `permission ${permissionKey(change)}`,
    apply: applyPatch,
    send: changePermission,
    applyRevert: (change) => applyPatch(reverseOf(change)),
    revert: (change) => changePermission(reverseOf(change)),
    settle: () => invalidatePermissions(client),
    done: ({ role, flag, granted }) => `“${flagLabels[flag].name}” ${granted ? 'granted to' : 'revoked from'} ${roleLabels[role]}`,
    failed: 'Couldn’t change the permission',
  });
}

export const roleLabels: Record<RoleRow['role'], string> = {
  super_admin: 'Super admin',
  admin: 'Platform admin',
  organization: 'Organization admin',
  member: 'Organization member',
  user: 'User',
};

export const flagLabels: Record<Flag, { name: string; help: string }> = {
  all: { name: 'Everything', help: 'Full access to the platform.' },
  manage_users: { name: 'Manage users', help: 'View, suspend and help people on the platform.' },
  manage_organizations: { name: 'Manage organizations', help: 'Approve, reject and suspend organizations.' },
  manage_org_members: { name: 'Manage staff', help: 'Invite, change and remove members of their organization.' },
  manage_org_settings: { name: 'Change settings', help: 'Change settings and branding of their organization.' },
  view_events: { name: 'View events', help: 'Open events and galleries.' },
  participate_events: {
    name: 'Take part in events',
    help: 'Open events and galleries they joined, take photos and like them where the event allows it.',
  },
};

export const flags = Object.keys(flagLabels) as Flag[];

/** Handles unknown names, which entries of other versions may have. */
export const flagName = (flag: unknown): string =>
  typeof flag === 'string' && flag in flagLabels ? flagLabels[flag as Flag].name : String(flag);
export const roleName = (role: string | null): string =>
  role !== null && role in roleLabels ? roleLabels[role as RoleRow['role']] : String(role);
