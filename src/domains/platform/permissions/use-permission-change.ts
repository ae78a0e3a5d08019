import { useQueryClient } from '@tanstack/react-query';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { flagLabels, roleLabels } from './permission-labels.ts';
import { changePermission, invalidatePermissions, type PermissionChange } from './queries.ts';

/** Optimistic patches, by role and flag. */
export const permissionOverlay = createOverlay<{ granted: boolean }>();

export const permissionKey = ({ role, flag }: Pick<PermissionChange, 'role' | 'flag'>): string => `${role} ${flag}`;
const reverseOf = (change: PermissionChange): PermissionChange => ({ ...change, granted: !change.granted });
const applyPatch = (change: PermissionChange) => permissionOverlay.add(permissionKey(change), { granted: change.granted });

/** Sent at once; "Undo" is the reverse call. */
export function usePermissionChange(): (change: PermissionChange) => void {
  const client = useQueryClient();
  return optimisticMutation<PermissionChange>({
    item: (change) => `permission ${permissionKey(change)}`,
    apply: applyPatch,
    commit: changePermission,
    applyRevert: (change) => applyPatch(reverseOf(change)),
    revert: (change) => changePermission(reverseOf(change)),
    settle: () => invalidatePermissions(client),
    done: ({ role, flag, granted }) => `“${flagLabels[flag].name}” ${granted ? 'granted to' : 'revoked from'} ${roleLabels[role]}`,
    failed: 'Couldn’t change the permission',
  });
}
