// What takes an organization's events from a member at once is asked for first.
import type { ReactNode } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import type { Member } from './queries.ts';
import { memberName } from './staff-labels.ts';
import { useStaffActions, type StaffActions } from './use-staff-actions.ts';

const IMMEDIATE_EFFECT =
  'They immediately lose access to the organization’s events, cameras and photos. Photos waiting on their devices are still accepted.';
const suspendDescription = `${IMMEDIATE_EFFECT} You can reactivate them at any time.`;
const removeDescription = `${IMMEDIATE_EFFECT} You can let them back in, or invite them again.`;

type Members = readonly Member[];

/** As `StaffActions`; `done` is called once it was done, not where the question was answered with no. */
export interface ConfirmedStaffActions extends Omit<StaffActions, 'setStatuses' | 'removeMany'> {
  setStatuses: (members: Members, status: 'active' | 'suspended', done: () => void) => void;
  removeMany: (members: Members, done: () => void) => void;
}

/** @param failureReason why nothing can be changed now */
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
