import { deleteOldChallenges, deleteOldMailTokens, deleteUnconfirmedSecrets } from '#server/accounts/credentials-repository.ts';
import { sendTokenEmail } from '#server/accounts/emails.ts';
import {
  deleteOldImpersonations,
  deleteOldSessions,
  deleteOldTokens,
  endExpiredImpersonation,
} from '#server/accounts/sessions-repository.ts';
import { findUserByEmail } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';

const DAY_MS = 24 * 3600 * 1000;
/** How long ended sessions are stored. */
const SESSION_RETENTION_MS = 30 * DAY_MS;
/** How long used refresh tokens are stored to detect reuse. */
const TOKEN_RETENTION_MS = 90 * DAY_MS;
/** How long users see past impersonations of their account. */
const IMPERSONATION_RETENTION_MS = 365 * DAY_MS;

type Parts = Pick<Deps, 'db' | 'config' | 'jobs'>;

export function accountJobs(deps: Parts): JobHandlers<'mail-password-reset' | 'sweep-sessions' | 'end-viewing'> {
  const { db } = deps;
  return {
    async 'mail-password-reset'({ email, port, request }) {
      await db.transaction(async (tx) => {
        const person = await findUserByEmail(tx, email);
        if (!person) return;
        await sendTokenEmail(deps, tx, 'reset-password', person, port);
        await audit(tx, { action: 'account.request_password_reset', subjectType: 'user', subjectId: person.id, request });
      });
    },
    'end-viewing': ({ viewingId }) => endExpiredImpersonation(db, viewingId),
    async 'sweep-sessions'() {
      const before = new Date(Date.now() - SESSION_RETENTION_MS);
      await deleteOldSessions(db, before);
      await deleteOldTokens(db, new Date(Date.now() - TOKEN_RETENTION_MS));
      await deleteOldImpersonations(db, new Date(Date.now() - IMPERSONATION_RETENTION_MS));
      await deleteOldMailTokens(db, before);
      await deleteOldChallenges(db, new Date());
      await deleteUnconfirmedSecrets(db, new Date(Date.now() - DAY_MS));
    },
  };
}
