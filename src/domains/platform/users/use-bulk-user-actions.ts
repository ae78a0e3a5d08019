// What is done with several accounts by one call: whom it skips, and why, is told of each.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import {
  changeUsers,
  platformUserOverlay,
  invalidateUsers,
  type BulkUserAction,
  type BulkUserResult,
  type PlatformUser,
} from './queries.ts';

/** All accounts: their changes keep one order. */
export const USERS = 'users';

export interface BulkChange {
  action: BulkUserAction;
  users: readonly PlatformUser[];
  results: readonly BulkUserResult[];
}

interface BulkVariables {
  users: readonly PlatformUser[];
  /** Whom the call changed, once it was answered. */
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

/** What takes it back. */
export const reverseActions: Partial<Record<BulkUserAction, BulkUserAction>> = { suspend: 'reactivate', reactivate: 'suspend' };

/** @param onSkipped somebody could not be changed */
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
      settle: () => invalidateUsers(client),
      apply({ users }) {
        const drops = users.map(({ id }) => platformUserOverlay.add(id, patches[action]));
        return () => drops.forEach((drop) => drop());
      },
      async commit(together) {
        const { results } = await changeUsers({ action, ids: idsOf(together.users) });
        together.changed = results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []));
        if (together.changed.length < results.length) onSkipped({ action, users: together.users, results });
        return results;
      },
      ...(reverse && {
        revert: async ({ users, changed = idsOf(users) }) =>
          changed.length === 0 ? null : changeUsers({ action: reverse, ids: [...changed] }),
      }),
      done({ changed = [] }, results) {
        const all = `${pluralize(results.length, 'person', 'people')} ${bulkActionLabels[action]}`;
        if (changed.length === results.length) return all;
        // The list's sheet says it instead, and has the Undo, unless the list was left meanwhile.
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
