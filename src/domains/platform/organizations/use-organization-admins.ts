import { useQueryClient } from '@tanstack/react-query';
import { platformUsers } from '#src/domains/platform/users/queries.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import {
  appointOrganizationAdmin,
  dismissOrganizationAdmin,
  organizationMemberKey,
  organizationMemberOverlay,
  platformOrganizations,
  type AppointedAdmin,
  type PlatformOrganizationMember,
} from './queries.ts';

type Role = PlatformOrganizationMember['role'];

interface Appointment {
  member: PlatformOrganizationMember;
  role: Role;
}

/**
 * Explains when an appointment takes effect: only active members have admin rights. @param where names the organization if the context
 * doesn't
 */
export function appointedMessage(who: string, status: PlatformOrganizationMember['status'], where = ''): string {
  if (status === 'invited') return `${who} will be an admin${where} once they accept the invitation`;
  return status === 'suspended' ? `${who} is now an admin${where}, but is still suspended there` : `${who} is now an admin${where}`;
}

/** Appoints and dismisses admins. Undo makes the reverse call. */
export function useOrganizationAdmins(id: string) {
  const client = useQueryClient();
  const inOrder = {
    // Serialized, so that the last admin is never dismissed before a new one is appointed.
    item: () => `organization-admins:${id}`,
    settle: () => Promise.all([platformOrganizations.invalidate(client), platformUsers.invalidate(client)]),
  };
  const patch = (userId: string, role: Role) => organizationMemberOverlay.add(organizationMemberKey(id, userId), { role });
  const send = (userId: string, role: Role) =>
    role === 'organization' ? appointOrganizationAdmin(id, { user_id: userId }) : dismissOrganizationAdmin(id, userId);

  const setAdmin = optimisticMutation<Appointment>({
    ...inOrder,
    apply: ({ member, role }) => patch(member.user_id, role),
    send: ({ member, role }) => send(member.user_id, role),
    applyRevert: ({ member }) => patch(member.user_id, member.role),
    revert: ({ member }) => send(member.user_id, member.role),
    done: ({ member, role }) => {
      const who = member.name || member.email;
      return role === 'organization' ? appointedMessage(who, member.status) : `${who} is now a member`;
    },
    failed: 'Couldn’t change the role',
  });
  /** Undoes an appointment by email address. */
  const takeBack = optimisticMutation<AppointedAdmin>({
    ...inOrder,
    apply: ({ user_id: userId, was }) =>
      was === 'none' ? organizationMemberOverlay.add(organizationMemberKey(id, userId), null) : patch(userId, 'member'),
    send: ({ user_id: userId, was }) => dismissOrganizationAdmin(id, userId, was === 'none' ? 'end' : 'keep'),
    failed: 'Couldn’t undo this',
  });
  return { setAdmin, takeBack };
}

export type OrganizationAdminActions = ReturnType<typeof useOrganizationAdmins>;
