import { useQueryClient } from '@tanstack/react-query';
import { optimisticMutation, type MutationOptions } from '#src/shell/optimistic-mutation.ts';
import {
  memberInvitationOverlay,
  invalidateMemberInvitations,
  memberOverlay,
  invalidateMembers,
  removeMember,
  restoreMember,
  restoreMemberInvitation,
  revokeMemberInvitation,
  updateMember,
  type Member,
  type MemberInvitation,
} from './queries.ts';
import { EXTRAS_LOST_HINT, hasExtraPermissions, memberName, memberRoleLabels } from './staff-labels.ts';
import { useBulkMemberActions } from './use-bulk-member-actions.ts';

type Settled = Exclude<Member['status'], 'invited'>;

/** What one may do with an organization's people: each is shown at once, sent at once, and taken back by its reverse. */
export function useStaffActions(organizationId: string) {
  const client = useQueryClient();
  const ofMember = {
    // One after the other for all of them, as the server takes them: several at once are changed too.
    item: () => `staff:${organizationId}`,
    settle: () => invalidateMembers(client, organizationId),
  } satisfies Partial<MutationOptions<{ member: Member }, unknown>>;
  const ofInvitation = {
    item: ({ invitation }: { invitation: MemberInvitation }) => invitation.id,
    settle: () => invalidateMemberInvitations(client, organizationId),
  } satisfies Partial<MutationOptions<{ invitation: MemberInvitation }, unknown>>;

  const changeMemberRole = optimisticMutation<{ member: Member; role: Member['role'] }>({
    ...ofMember,
    apply: ({ member, role }) => memberOverlay.add(member.id, { role }),
    commit: ({ member, role }) => updateMember(organizationId, member.id, { role }),
    applyRevert: ({ member }) => memberOverlay.add(member.id, { role: member.role }),
    revert: ({ member }) => updateMember(organizationId, member.id, { role: member.role }),
    done: ({ member, role }) =>
      `${memberName(member)} is now ${role === 'organization' ? 'an' : 'a'} ${memberRoleLabels[role].name.toLowerCase()}`,
    failed: 'Couldn’t change the role',
  });
  const setMemberStatus = optimisticMutation<{ member: Member; status: Settled }>({
    ...ofMember,
    apply: ({ member, status }) => memberOverlay.add(member.id, { status }),
    commit: ({ member, status }) => updateMember(organizationId, member.id, { status }),
    applyRevert: ({ member }) => memberOverlay.add(member.id, { status: member.status }),
    revert: ({ member, status }) => updateMember(organizationId, member.id, { status: status === 'active' ? 'suspended' : 'active' }),
    done: ({ member, status }) => `${memberName(member)} ${status === 'active' ? 'is active again' : 'was suspended'}`,
    failed: 'Couldn’t change the status',
  });
  const remove = optimisticMutation<{ member: Member }>({
    ...ofMember,
    apply: ({ member }) => memberOverlay.add(member.id, { removed_at: new Date().toISOString() }),
    commit: ({ member }) => removeMember(organizationId, member.id),
    applyRevert: ({ member }) => memberOverlay.add(member.id, { removed_at: null }),
    revert: ({ member }) => restoreMember(organizationId, member.id),
    done: ({ member }) => `${memberName(member)} was removed${hasExtraPermissions(member) ? EXTRAS_LOST_HINT : ''}`,
    failed: 'Couldn’t remove them',
  });
  const restore = optimisticMutation<{ member: Member }>({
    ...ofMember,
    apply: ({ member }) => memberOverlay.add(member.id, { removed_at: null }),
    commit: ({ member }) => restoreMember(organizationId, member.id),
    applyRevert: ({ member }) => memberOverlay.add(member.id, { removed_at: member.removed_at }),
    revert: ({ member }) => removeMember(organizationId, member.id),
    done: ({ member }) => `${memberName(member)} is a member again${member.status === 'suspended' ? ', still suspended' : ''}`,
    failed: 'Couldn’t let them back in',
  });
  const many = useBulkMemberActions(organizationId, ofMember.item());
  const revoke = optimisticMutation<{ invitation: MemberInvitation }>({
    ...ofInvitation,
    apply: ({ invitation }) => memberInvitationOverlay.add(invitation.id, { status: 'revoked', revoked_at: new Date().toISOString() }),
    commit: ({ invitation }) => revokeMemberInvitation(organizationId, invitation.id),
    applyRevert: ({ invitation }) => memberInvitationOverlay.add(invitation.id, { status: invitation.status, revoked_at: null }),
    revert: ({ invitation }) => restoreMemberInvitation(organizationId, invitation.id),
    done: ({ invitation }) => `Invitation for ${invitation.email} revoked`,
    failed: 'Couldn’t revoke the invitation',
  });
  return { changeMemberRole, setMemberStatus, remove, restore, revoke, ...many };
}

export type StaffActions = ReturnType<typeof useStaffActions>;
