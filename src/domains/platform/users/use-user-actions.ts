import { useQueryClient } from '@tanstack/react-query';
import { optimisticMutation, type MutationOptions } from '#src/shell/optimistic-mutation.ts';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import {
  changeUserRole,
  endUserSession,
  endUserSessions,
  platformUserOverlay,
  reactivateUser,
  resetUserTwoFactor,
  suspendUser,
  userSessionOverlay,
  invalidateUsers,
  verifyUser,
  type PlatformRole,
  type PlatformUser,
  type PlatformUserSession,
} from './queries.ts';
import { USERS } from './use-bulk-user-actions.ts';
import { platformRoleLabels, userName } from './user-labels.ts';

interface Changed {
  user: PlatformUser;
}

/** What is done with accounts: each is sent at once; what has a reverse is taken back by it. */
export function useUserActions() {
  const client = useQueryClient();
  const ofUser = {
    // One after the other for all of them, as the server takes them: several at once are changed too.
    item: () => USERS,
    settle: () => invalidateUsers(client),
  } satisfies Partial<MutationOptions<Changed, unknown>>;
  const nothing = () => () => undefined;

  const changeRole = optimisticMutation<Changed & { role: PlatformRole }>({
    ...ofUser,
    apply: ({ user, role }) => platformUserOverlay.add(user.id, { role }),
    commit: ({ user, role }) => changeUserRole(user.id, role),
    applyRevert: ({ user }) => platformUserOverlay.add(user.id, { role: user.role }),
    revert: ({ user }) => changeUserRole(user.id, user.role),
    done: ({ user, role }) => `${userName(user)}: ${platformRoleLabels[role].toLowerCase()}`,
    failed: 'Couldn’t change the role',
  });
  const setState = optimisticMutation<Changed & { state: PlatformUser['state'] }>({
    ...ofUser,
    apply: ({ user, state }) => platformUserOverlay.add(user.id, { state }),
    commit: ({ user, state }) => (state === 'suspended' ? suspendUser : reactivateUser)(user.id),
    applyRevert: ({ user }) => platformUserOverlay.add(user.id, { state: user.state }),
    revert: ({ user, state }) => (state === 'suspended' ? reactivateUser : suspendUser)(user.id),
    done: ({ user, state }) => `${userName(user)} is ${state === 'suspended' ? 'suspended' : 'active again'}`,
    failed: 'Couldn’t change the account',
  });
  const verify = optimisticMutation<Changed>({
    ...ofUser,
    apply: ({ user }) => platformUserOverlay.add(user.id, { is_verified: true }),
    commit: ({ user }) => verifyUser(user.id),
    done: ({ user }) => `Email address of ${userName(user)} confirmed`,
    failed: 'Couldn’t confirm the email address',
  });
  const endSessions = optimisticMutation<Changed>({
    ...ofUser,
    apply: nothing,
    commit: ({ user }) => endUserSessions(user.id),
    done: ({ user }) => `${userName(user)} logged out everywhere`,
    failed: 'Couldn’t end the sessions',
  });
  const endOneSession = optimisticMutation<Changed & { session: PlatformUserSession }>({
    ...ofUser,
    apply: ({ session }) => userSessionOverlay.add(session.id, null),
    commit: ({ user, session }) => endUserSession(user.id, session.id),
    done: ({ user, session }) => `${userName(user)} logged out of ${session.device}`,
    failed: 'Couldn’t end the session',
  });
  const resetTwoFactor = optimisticMutation<Changed>({
    ...ofUser,
    apply: nothing,
    commit: ({ user }) => resetUserTwoFactor(user.id),
    done: ({ user }) => `Two-factor authentication reset for ${userName(user)}${ifSendsMail('. They’re notified by email')}`,
    failed: 'Couldn’t reset two-factor authentication',
  });
  return { changeRole, setState, verify, endSessions, endOneSession, resetTwoFactor };
}

export type UserActions = ReturnType<typeof useUserActions>;
