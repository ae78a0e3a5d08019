import { useQueryClient } from '@tanstack/react-query';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { flagWords, tableRoleWords } from './permission-words.ts';
import { changePermission, permissionsAreStale, type PermissionChange } from './queries.ts';

/** Optimistic patches, by role and flag. */
export const permissionOverlay = createOverlay<{ granted: boolean }>();

export const cellOf = ({ role, flag }: Pick<PermissionChange, 'role' | 'flag'>): string => `${role} ${flag}`;
const reverseOf = (change: PermissionChange): PermissionChange => ({ ...change, granted: !change.granted });
const lay = (change: PermissionChange) => permissionOverlay.lay(cellOf(change), { granted: change.granted });

/** Sent at once; "Undo" is the reverse call. */
export function usePermissionChange(): (change: PermissionChange) => void {
  const client = useQueryClient();
  return optimisticMutation<PermissionChange>({
    item: (change) => `permission ${cellOf(change)}`,
    apply: lay,
    commit: changePermission,
    applyRevert: (change) => lay(reverseOf(change)),
    revert: (change) => changePermission(reverseOf(change)),
    settle: () => permissionsAreStale(client),
    done: ({ role, flag, granted }) => `“${flagWords[flag].name}” ${granted ? 'granted to' : 'revoked from'} ${tableRoleWords[role]}`,
    failed: 'Couldn’t change the permission',
  });
}
