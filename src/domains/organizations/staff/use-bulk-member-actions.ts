// Several members at once: one change of each, one message, one Undo.
import { useQueryClient } from '@tanstack/react-query';
import { pluralize } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { toast } from '#src/ui/toast.ts';
import { memberOverlay, invalidateMembers, removeMember, restoreMember, updateMember, type Member } from './queries.ts';
import { EXTRAS_LOST_HINT, hasExtraPermissions, memberRoleLabels } from './staff-labels.ts';

interface Bulk {
  members: readonly Member[];
  /** As the server took them, filled in when it has: only these are taken back. */
  changed: Member[];
}

interface Change {
  patch: Partial<Member>;
  send: (member: Member) => Promise<unknown>;
  revert: (member: Member) => Promise<unknown>;
  /** "3 people", and what became of them. */
  done: (people: string) => string;
}

export function useBulkMemberActions(organizationId: string, lane: string) {
  const client = useQueryClient();
  const lay = (members: readonly Member[], patchOf: (member: Member) => Partial<Member>) => {
    const drops = members.map((member) => memberOverlay.add(member.id, patchOf(member)));
    return () => drops.forEach((drop) => drop());
  };
  const change = (members: readonly Member[], { patch, send, revert, done }: Change) =>
    optimisticMutation<Bulk>({
      item: () => lane,
      apply: () => lay(members, () => patch),
      async commit({ changed }) {
        const outcomes = await Promise.allSettled(members.map(send));
        changed.push(...members.filter((_, index) => outcomes[index]?.status === 'fulfilled'));
        const refusal = outcomes.find((outcome) => outcome.status === 'rejected');
        if (changed.length === 0 && refusal) throw refusal.reason;
        if (refusal) {
          const left = pluralize(members.length - changed.length, 'person', 'people');
          toast.error(`Couldn’t change ${left}`, { detail: describeFailure(refusal.reason).detail });
        }
      },
      applyRevert: ({ changed }) => lay(changed, ({ role, status, removed_at: at }) => ({ role, status, removed_at: at })),
      revert: ({ changed }) => Promise.all(changed.map(revert)),
      done: ({ changed }) => done(pluralize(changed.length, 'person', 'people')),
      failed: 'Couldn’t change them',
      settle: () => invalidateMembers(client, organizationId),
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
        done: (people) => `${people} let back in`,
      }),
  };
}
