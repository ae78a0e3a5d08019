import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { toast } from '#src/ui/toast.ts';
import {
  type Member,
  type MemberInvitation,
  memberInvitations,
  members as memberList,
  removeMember,
  restoreMember,
  updateMember,
} from './queries.ts';
import { EXTRAS_LOST_HINT, hasExtraPermissions, memberName, memberRoleLabels } from './staff-labels.ts';

type Settled = Exclude<Member['status'], 'invited'>;

/** Optimistic changes of members and invitations. Undo sends the opposite change. */
function useStaffActions(organizationId: string) {
  const client = useQueryClient();
  const ofMember = {
    // One queue for all members, as bulk actions change several of them.
    item: () => `staff:${organizationId}`,
    settle: () => memberList.invalidate(client, organizationId),
  } satisfies Partial<MutationOptions<{ member: Member }, unknown>>;
  const ofInvitation = {
    item: ({ invitation }: { invitation: MemberInvitation }) => invitation.id,
    settle: () => memberInvitations.invalidate(client, organizationId),
  } satisfies Partial<MutationOptions<{ invitation: MemberInvitation }, unknown>>;

  const changeMemberRole = optimisticMutation<{ member: Member; role: Member['role'] }>({
    ...ofMember,
    apply: ({ member, role }) => memberList.overlay.add(member.id, { role }),
    send: ({ member, role }) => updateMember(organizationId, member.id, { role }),
    applyRevert: ({ member }) => memberList.overlay.add(member.id, { role: member.role }),
    revert: ({ member }) => updateMember(organizationId, member.id, { role: member.role }),
    done: ({ member, role }) =>
      `${memberName(member)} is now ${role === 'organization' ? 'an' : 'a'} ${memberRoleLabels[role].name.toLowerCase()}`,
    failed: 'Couldn’t change the role',
  });
  const setMemberStatus = optimisticMutation<{ member: Member; status: Settled }>({
    ...ofMember,
    apply: ({ member, status }) => memberList.overlay.add(member.id, { status }),
    send: ({ member, status }) => updateMember(organizationId, member.id, { status }),
    applyRevert: ({ member }) => memberList.overlay.add(member.id, { status: member.status }),
    revert: ({ member, status }) => updateMember(organizationId, member.id, { status: status === 'active' ? 'suspended' : 'active' }),
    done: ({ member, status }) => `${memberName(member)} ${status === 'active' ? 'is active again' : 'was suspended'}`,
    failed: 'Couldn’t change the status',
  });
  const remove = optimisticMutation<{ member: Member }>({
    ...ofMember,
    apply: ({ member }) => memberList.overlay.add(member.id, { removed_at: new Date().toISOString() }),
    send: ({ member }) => removeMember(organizationId, member.id),
    applyRevert: ({ member }) => memberList.overlay.add(member.id, { removed_at: null }),
    revert: ({ member }) => restoreMember(organizationId, member.id),
    done: ({ member }) => `${memberName(member)} was removed${hasExtraPermissions(member) ? EXTRAS_LOST_HINT : ''}`,
    failed: 'Couldn’t remove the member',
  });
  const restore = optimisticMutation<{ member: Member }>({
    ...ofMember,
    apply: ({ member }) => memberList.overlay.add(member.id, { removed_at: null }),
    send: ({ member }) => restoreMember(organizationId, member.id),
    applyRevert: ({ member }) => memberList.overlay.add(member.id, { removed_at: member.removed_at }),
    revert: ({ member }) => removeMember(organizationId, member.id),
    done: ({ member }) => `${memberName(member)} is a member again${member.status === 'suspended' ? ', still suspended' : ''}`,
    failed: 'Couldn’t restore the member',
  });
  const many = useBulkMemberActions(organizationId, ofMember.item());
  const pathOf = ({ id: invitationId }: MemberInvitation) => ({ path: { id: organizationId, invitationId } });
  const revoke = optimisticMutation<{ invitation: MemberInvitation }>({
    ...ofInvitation,
    apply: ({ invitation }) => memberInvitations.overlay.add(invitation.id, { status: 'revoked', revoked_at: new Date().toISOString() }),
    send: ({ invitation }) => callInOrganization('DELETE /api/v1/organizations/{id}/invitations/{invitationId}', pathOf(invitation)),
    applyRevert: ({ invitation }) => memberInvitations.overlay.add(invitation.id, { status: invitation.status, revoked_at: null }),
    revert: ({ invitation }) =>
      callInOrganization('POST /api/v1/organizations/{id}/invitations/{invitationId}/restore', pathOf(invitation)),
    done: ({ invitation }) => `Invitation for ${invitation.email} revoked`,
    failed: 'Couldn’t revoke the invitation',
  });
  return { changeMemberRole, setMemberStatus, remove, restore, revoke, ...many };
}

export type StaffActions = ReturnType<typeof useStaffActions>;

interface Bulk {
  members: readonly Member[];
  /** The members that the server has changed. Undo reverts only these. */
  changed: Member[];
}

interface Change {
  patch: Partial<Member>;
  send: (member: Member) => Promise<unknown>;
  revert: (member: Member) => Promise<unknown>;
  /** @param people such as "3 people" */
  done: (people: string) => string;
}

function useBulkMemberActions(organizationId: string, lane: string) {
  const client = useQueryClient();
  const patchAll = (members: readonly Member[], patchOf: (member: Member) => Partial<Member>) => {
    const removals = members.map((member) => memberList.overlay.add(member.id, patchOf(member)));
    return () => removals.forEach((remove) => remove());
  };
  const change = (members: readonly Member[], { patch, send, revert, done }: Change) =>
    optimisticMutation<Bulk>({
      item: () => lane,
      apply: () => patchAll(members, () => patch),
      async send({ changed }) {
        const outcomes = await Promise.allSettled(members.map(send));
        changed.push(...members.filter((_, index) => outcomes[index]?.status === 'fulfilled'));
        const refusal = outcomes.find((outcome) => outcome.status === 'rejected');
        if (changed.length === 0 && refusal) throw refusal.reason;
        if (refusal) {
          const failed = pluralize(members.length - changed.length, 'person', 'people');
          toast.error(`Couldn’t update ${failed}`, { detail: describeFailure(refusal.reason).detail });
        }
      },
      applyRevert: ({ changed }) => patchAll(changed, ({ role, status, removed_at: at }) => ({ role, status, removed_at: at })),
      revert: ({ changed }) => Promise.all(changed.map(revert)),
      done: ({ changed }) => done(pluralize(changed.length, 'person', 'people')),
      failed: 'Couldn’t update the selected people',
      settle: () => memberList.invalidate(client, organizationId),
    })({ members, changed: [] });

  return {
    changeRoles: (members: readonly Member[], role: Member['role']) =>
      change(members, {
        patch: { role },
        send: ({ id }) => updateMember(organizationId, id, { role }),
        revert: ({ id, role: before }) => updateMember(organizationId, id, { role: before }),
        done: (people) => `Role of ${people} changed to ${memberRoleLabels[role].name.toLowerCase()}`,
      }),
    setStatuses: (members: readonly Member[], status: 'active' | 'suspended') =>
      change(members, {
        patch: { status },
        send: ({ id }) => updateMember(organizationId, id, { status }),
        revert: ({ id }) => updateMember(organizationId, id, { status: status === 'active' ? 'suspended' : 'active' }),
        done: (people) => `${people} ${status === 'active' ? 'reactivated' : 'suspended'}`,
      }),
    removeMany: (members: readonly Member[]) =>
      change(members, {
        patch: { removed_at: new Date().toISOString() },
        send: ({ id }) => removeMember(organizationId, id),
        revert: ({ id }) => restoreMember(organizationId, id),
        done: (people) => `${people} removed${members.some(hasExtraPermissions) ? EXTRAS_LOST_HINT : ''}`,
      }),
    restoreMany: (members: readonly Member[]) =>
      change(members, {
        patch: { removed_at: null },
        send: ({ id }) => restoreMember(organizationId, id),
        revert: ({ id }) => removeMember(organizationId, id),
        done: (people) => `${people} restored`,
      }),
  };
}

const IMMEDIATE_EFFECT =
  'They immediately lose access to the organization’s events, cameras and photos. Photos waiting on their devices are still accepted.';
const suspendDescription = `${IMMEDIATE_EFFECT} You can reactivate them at any time.`;
const removeDescription = `${IMMEDIATE_EFFECT} You can restore them or invite them again.`;

type Members = readonly Member[];

/** `StaffActions` with confirmation. Calls `done` after the action, but not on Cancel. */
export interface ConfirmedStaffActions extends Omit<StaffActions, 'setStatuses' | 'removeMany'> {
  setStatuses: (members: Members, status: 'active' | 'suspended', done: () => void) => void;
  removeMany: (members: Members, done: () => void) => void;
}

/** Asks for confirmation before a change that removes access immediately. */
export function useConfirmedStaffActions(
  organizationId: string,
  disabledReason: string | null,
): { actions: ConfirmedStaffActions; question: ReactNode } {
  const actions = useStaffActions(organizationId);
  const { ask, question } = useConfirm(disabledReason);
  const namesOf = (members: Members) =>
    members.length === 1 && members[0] ? memberName(members[0]) : pluralize(members.length, 'person', 'people');
  const askSuspending = (members: Members, onConfirm: () => void) =>
    ask({ title: `Suspend ${namesOf(members)}?`, description: suspendDescription, action: 'Suspend', onConfirm });
  const askRemoving = (members: Members, onConfirm: () => void) =>
    ask({ title: `Remove ${namesOf(members)}?`, description: removeDescription, action: 'Remove', onConfirm });
  return {
    question,
    actions: {
      ...actions,
      setMemberStatus: (change) =>
        change.status === 'suspended'
          ? askSuspending([change.member], () => actions.setMemberStatus(change))
          : actions.setMemberStatus(change),
      remove: (change) => askRemoving([change.member], () => actions.remove(change)),
      setStatuses: (members, status, done) => {
        const act = () => {
          actions.setStatuses(members, status);
          done();
        };
        if (status === 'suspended') askSuspending(members, act);
        else act();
      },
      removeMany: (members, done) =>
        askRemoving(members, () => {
          actions.removeMany(members);
          done();
        }),
    },
  };
}
