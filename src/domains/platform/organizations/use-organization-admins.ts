import { useQueryClient } from '@tanstack/react-query';
import { invalidateUsers } from '#src/domains/platform/users/queries.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import {
  appointOrganizationAdmin,
  dismissOrganizationAdmin,
  organizationMemberKey,
  organizationMemberOverlay,
  invalidateOrganizations,
  type AppointedAdmin,
  type PlatformOrganizationMember,
} from './queries.ts';

type Role = PlatformOrganizationMember['role'];

interface Appointment {
  member: PlatformOrganizationMember;
  role: Role;
}

/** Only active admins can do what admins do. `where`: of which organization, where that is not plain. */
export function appointedMessage(who: string, status: PlatformOrganizationMember['status'], where = ''): string {
  if (status === 'invited') return `${who} will be an admin${where} once they accept the invitation`;
  return status === 'suspended' ? `${who} is now an admin${where}, but is still suspended there` : `${who} is now an admin${where}`;
}

/** Who administers an organization: sent at once, and taken back by the reverse call. */
export function useOrganizationAdmins(id: string) {
  const client = useQueryClient();
  const inOrder = {
    // One after the other: never is the last admin taken while another is being made one.
    item: () => `organization-admins:${id}`,
    settle: () => Promise.all([invalidateOrganizations(client), invalidateUsers(client)]),
  };
  const lay = (userId: string, role: Role) => organizationMemberOverlay.add(organizationMemberKey(id, userId), { role });
  const send = (userId: string, role: Role) =>
    role === 'organization' ? appointOrganizationAdmin(id, { user_id: userId }) : dismissOrganizationAdmin(id, userId);

  const setAdmin = optimisticMutation<Appointment>({
    ...inOrder,
    apply: ({ member, role }) => lay(member.user_id, role),
    commit: ({ member, role }) => send(member.user_id, role),
    applyRevert: ({ member }) => lay(member.user_id, member.role),
    revert: ({ member }) => send(member.user_id, member.role),
    done: ({ member, role }) => {
      const who = member.name || member.email;
      return role === 'organization' ? appointedMessage(who, member.status) : `${who} is now a member`;
    },
    failed: 'Couldn’t change the role',
  });
  /** The reverse of naming somebody by their address. */
  const takeBack = optimisticMutation<AppointedAdmin>({
    ...inOrder,
    apply: ({ user_id: userId, was }) =>
      was === 'none' ? organizationMemberOverlay.add(organizationMemberKey(id, userId), null) : lay(userId, 'member'),
    commit: ({ user_id: userId, was }) => dismissOrganizationAdmin(id, userId, was === 'none' ? 'end' : 'keep'),
    failed: 'Couldn’t undo this',
  });
  return { setAdmin, takeBack };
}

export type OrganizationAdminActions = ReturnType<typeof useOrganizationAdmins>;
