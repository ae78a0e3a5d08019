// What takes an organization's events from a member at once is asked for first.
import type { ReactNode } from 'react';
import { counted } from '#src/lib/format.ts';
import { useQuestion } from '#src/shell/use-question.tsx';
import type { Member } from './queries.ts';
import { memberName } from './staff-words.ts';
import { useStaffActions, type StaffActions } from './use-staff-actions.ts';

const AT_ONCE =
  'They immediately lose access to the organization’s events, cameras and photos. Photos waiting on their devices are still accepted.';
const suspending = `${AT_ONCE} You can reactivate them at any time.`;
const removing = `${AT_ONCE} You can let them back in, or invite them again.`;

type Members = readonly Member[];

/** As `StaffActions`; `done` is called once it was done, not where the question was answered with no. */
export interface AskedStaffActions extends Omit<StaffActions, 'setStatuses' | 'removeMany'> {
  setStatuses: (members: Members, status: 'active' | 'suspended', done: () => void) => void;
  removeMany: (members: Members, done: () => void) => void;
}

/** @param whyNot why nothing can be changed now */
export function useAskedStaffActions(organizationId: string, whyNot: string | null): { actions: AskedStaffActions; question: ReactNode } {
  const actions = useStaffActions(organizationId);
  const { ask, question } = useQuestion(whyNot);
  const namesOf = (members: Members) =>
    members.length === 1 && members[0] ? memberName(members[0]) : counted(members.length, 'person', 'people');
  const askSuspending = (members: Members, onConfirm: () => void) =>
    ask({ title: `Suspend ${namesOf(members)}?`, description: suspending, action: 'Suspend', onConfirm });
  const askRemoving = (members: Members, onConfirm: () => void) =>
    ask({ title: `Remove ${namesOf(members)}?`, description: removing, action: 'Remove', onConfirm });
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
