// Optimistic mutations of one or several users. Bulk calls report who was skipped and why.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import { call } from '#src/transport/call.ts';
import {
  type BulkUserAction,
  type BulkUserResult,
  type PlatformRole,
  platformRoleLabels,
  type PlatformUser,
  platformUsers,
  type PlatformUserSession,
  userName,
  userSessionOverlay,
} from './queries.ts';

interface Changed {
  user: PlatformUser;
}

const pathOf = ({ id }: PlatformUser) => ({ path: { userId: id } });
const setRole = (user: PlatformUser, role: PlatformRole) => call('PUT /api/v1/users/{userId}/role', { ...pathOf(user), body: { role } });
const stateRoutes = { active: 'POST /api/v1/users/{userId}/reactivate', suspended: 'POST /api/v1/users/{userId}/suspend' } as const;

/** Mutations of one user. Undo makes the reverse call, if there is one. */
export function useUserActions() {
  const client = useQueryClient();
  const ofUser = {
    // Serialized with bulk changes.
    item: () => USERS,
    settle: () => platformUsers.invalidate(client),
  } satisfies Partial<MutationOptions<Changed, unknown>>;
  const nothing = () => () => undefined;

  const changeRole = optimisticMutation<Changed & { role: PlatformRole }>({
    ...ofUser,
    apply: ({ user, role }) => platformUsers.overlay.add(user.id, { role }),
    send: ({ user, role }) => setRole(user, role),
    applyRevert: ({ user }) => platformUsers.overlay.add(user.id, { role: user.role }),
    revert: ({ user }) => setRole(user, user.role),
    done: ({ user, role }) => `${userName(user)}: ${platformRoleLabels[role].toLowerCase()}`,
    failed: 'Couldn’t change the role',
  });
  const setState = optimisticMutation<Changed & { state: PlatformUser['state'] }>({
    ...ofUser,
    apply: ({ user, state }) => platformUsers.overlay.add(user.id, { state }),
    send: ({ user, state }) => call(stateRoutes[state], pathOf(user)),
    applyRevert: ({ user }) => platformUsers.overlay.add(user.id, { state: user.state }),
    revert: ({ user, state }) => call(stateRoutes[state === 'suspended' ? 'active' : 'suspended'], pathOf(user)),
    done: ({ user, state }) => `${userName(user)} is ${state === 'suspended' ? 'suspended' : 'active again'}`,
    failed: 'Couldn’t change the account',
  });
  const verify = optimisticMutation<Changed>({
    ...ofUser,
    apply: ({ user }) => platformUsers.overlay.add(user.id, { is_verified: true }),
    send: ({ user }) => call('POST /api/v1/users/{userId}/verify', pathOf(user)),
    done: ({ user }) => `Email address of ${userName(user)} confirmed`,
    failed: 'Couldn’t confirm the email address',
  });
  const endSessions = optimisticMutation<Changed>({
    ...ofUser,
    apply: nothing,
    send: ({ user }) => call('DELETE /api/v1/users/{userId}/sessions', pathOf(user)),
    done: ({ user }) => `${userName(user)} logged out everywhere`,
    failed: 'Couldn’t end the sessions',
  });
  const endOneSession = optimisticMutation<Changed & { session: PlatformUserSession }>({
    ...ofUser,
    apply: ({ session }) => userSessionOverlay.add(session.id, null),
    send: ({ user, session }) =>
      call('DELETE /api/v1/users/{userId}/sessions/{sessionId}', { path: { userId: user.id, sessionId: session.id } }),
    done: ({ user, session }) => `${userName(user)} logged out of ${session.device}`,
    failed: 'Couldn’t end the session',
  });
  const resetTwoFactor = optimisticMutation<Changed>({
    ...ofUser,
    apply: nothing,
    send: ({ user }) => call('DELETE /api/v1/users/{userId}/two-factor', pathOf(user)),
    done: ({ user }) => `Two-factor authentication reset for ${userName(user)}${ifSendsMail('. They’re notified by email')}`,
    failed: 'Couldn’t reset two-factor authentication',
  });
  return { changeRole, setState, verify, endSessions, endOneSession, resetTwoFactor };
}

export type UserActions = ReturnType<typeof useUserActions>;

/** Key that serializes all user mutations. */
const USERS = 'users';

export interface BulkChange {
  action: BulkUserAction;
  users: readonly PlatformUser[];
  results: readonly BulkUserResult[];
}

interface BulkVariables {
  users: readonly PlatformUser[];
  /** Ids that the call changed, once it has returned. */
  changed?: readonly string[];
}

export const bulkActionLabels: Record<BulkUserAction, string> = {
  suspend: 'suspended',
  reactivate: 'active again',
  end_sessions: 'logged out everywhere',
  verify: 'confirmed',
};

const patches: Record<BulkUserAction, Partial<PlatformUser>> = {
  suspend: { state: 'suspended' },
  reactivate: { state: 'active' },
  end_sessions: {},
  verify: { is_verified: true },
};

/** Actions that undo another. */
export const reverseActions: Partial<Record<BulkUserAction, BulkUserAction>> = { suspend: 'reactivate', reactivate: 'suspend' };

/** @param onSkipped called if some users were skipped */
export function useBulkUserActions(onSkipped: (many: BulkChange) => void) {
  const client = useQueryClient();
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const idsOf = (users: readonly PlatformUser[]) => users.map(({ id }) => id);
  const mutationOf = (action: BulkUserAction) => {
    const reverse = reverseActions[action];
    return optimisticMutation<BulkVariables, readonly BulkUserResult[]>({
      item: () => USERS,
      settle: () => platformUsers.invalidate(client),
      apply({ users }) {
        const drops = users.map(({ id }) => platformUsers.overlay.add(id, patches[action]));
        return () => drops.forEach((drop) => drop());
      },
      async send(together) {
        const { results } = await call('POST /api/v1/users/bulk', { body: { action, ids: idsOf(together.users) } });
        together.changed = results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []));
        if (together.changed.length < results.length) onSkipped({ action, users: together.users, results });
        return results;
      },
      ...(reverse && {
        revert: async ({ users, changed = idsOf(users) }) =>
          changed.length === 0 ? null : call('POST /api/v1/users/bulk', { body: { action: reverse, ids: [...changed] } }),
      }),
      done({ changed = [] }, results) {
        const all = `${pluralize(results.length, 'person', 'people')} ${bulkActionLabels[action]}`;
        if (changed.length === results.length) return all;
        // The results sheet reports partial success and has the Undo, unless the list was closed.
        return isMounted.current ? null : `${formatCount(changed.length)} of ${all}`;
      },
      failed: 'Couldn’t change the accounts',
    });
  };
  const mutations = {
    suspend: mutationOf('suspend'),
    reactivate: mutationOf('reactivate'),
    end_sessions: mutationOf('end_sessions'),
    verify: mutationOf('verify'),
  };
  return (action: BulkUserAction, users: readonly PlatformUser[]) => mutations[action]({ users });
}
