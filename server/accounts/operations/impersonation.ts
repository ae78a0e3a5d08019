// Impersonation: viewing the app as another user (docs/decisions/033-impersonation.md).
import { canImpersonateUser, canImpersonate } from '#server/accounts/policy.ts';
import { startImpersonation, endImpersonation, listImpersonationsOf } from '#server/accounts/sessions-repository.ts';
import { findPlatformUser, lockUsers } from '#server/accounts/users-repository.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { ONLY_SUPER_ADMINS, Problem, forbidden, notFound } from '#server/http/problem.ts';
import { uuid7 } from '#server/uuid.ts';

const MAX_DURATION_MS = 30 * 60_000;

export function impersonationCalls({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  return {
    async viewAsUser({ viewer, path, body, request }) {
      // Checked first, so that the response doesn’t reveal whether the user exists.
      if (!canImpersonate(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
      await db.transaction(async (tx) => {
        const superAdmins = await lockUsers(tx, [viewer.userId, path.userId]);
        const user = await findPlatformUser(tx, path.userId);
        if (!user) throw notFound('person');
        if (!superAdmins.includes(viewer.userId) || !canImpersonateUser(viewer, user)) throw forbidden('You can’t view as a super admin.');
        if (user.disabledAt) throw new Problem(409, 'account_suspended', 'This account is suspended.');
        await endImpersonation(tx, viewer.sessionId, request);
        const id = uuid7();
        const expiresAt = new Date(Date.now() + MAX_DURATION_MS);
        const { sessionId, userId: viewerId } = viewer;
        await startImpersonation(tx, { id, sessionId, viewerId, userId: user.id, reason: body.reason.trim(), expiresAt }, request);
        await jobs.add(tx, 'end-viewing', { viewingId: id }, { key: `end-viewing:${id}`, runAt: expiresAt });
      });
      return { status: 204 };
    },

    async stopViewing({ viewer, request }) {
      await db.transaction((tx) => endImpersonation(tx, viewer.sessionId, request));
      return { status: 204 };
    },

    async listOwnViewings({ viewer }) {
      const rows = await listImpersonationsOf(db, viewer.userId);
      const items = rows.map(({ id, by, reason, startedAt, endedAt }) => ({
        id,
        by,
        reason,
        started_at: startedAt.toISOString(),
        ended_at: endedAt?.toISOString() ?? null,
      }));
      return { status: 200, body: { items } };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}
