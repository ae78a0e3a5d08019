// The user’s own two-factor authentication.
import type { FastifyRequest } from 'fastify';
import {
  confirmSecret,
  countRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  hasTwoFactor,
  storeUnconfirmedSecret,
  replaceRecoveryCodes,
} from '#server/accounts/credentials-repository.ts';
import { twoFactorOffEmail, twoFactorOnEmail } from '#server/accounts/emails.ts';
import { noPassword, type Reauthenticate } from '#server/accounts/passwords.ts';
import { lockSignedInUser } from '#server/accounts/sessions-repository.ts';
import {
  findTotpStep,
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  normalizeCode,
  type SecondFactors,
  totpUri,
  type TwoFactorSecrets,
} from '#server/accounts/two-factor.ts';
import { findFullAccount } from '#server/accounts/users-repository.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { readSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  secrets: TwoFactorSecrets;
  secondFactors: SecondFactors;
  prove: Reauthenticate;
}

/** Enough time to find the phone and install an app. */
const SET_UP_MS = 3_600_000;

type FactorCall = Pick<Call<'disableTwoFactor'>, 'viewer' | 'body' | 'request'>;
type Account = { id: string; email: string };

export function twoFactorCalls(deps: Deps, { secrets, secondFactors, prove }: Parts) {
  const { db, config } = deps;
  const subjectOf = (id: string) => ({ actorId: id, subjectType: 'user', subjectId: id });

  async function emailOwner(tx: Queryable, { email: to }: Account, template: (url: string) => EmailContent, request: FastifyRequest) {
    await queueMail(deps, tx, {
      key: `two-factor:${uuid7()}`,
      to,
      content: template(appLink(config, '/forgot-password', ownPort(request, deps))),
    });
  }

  /** Runs `act` after reauthentication, if two-factor authentication is on. */
  async function asOwner(call: FactorCall, action: AuditAction, act: (tx: Queryable, account: Account) => Promise<void>): Promise<void> {
    const { account, inTransaction } = await prove({ ...call, proof: call.body }, action);
    if (!(await hasTwoFactor(db, account.id))) throw notOn();
    await inTransaction(async (tx) => {
      await act(tx, account);
      await audit(tx, { action, ...subjectOf(account.id), request: call.request });
    });
  }

  /**
   * Two tabs of one session share a secret, so that the app can scan it in either. Another session, possibly an attacker’s, never sees
   * it.
   */
  async function secretBegunHere(tx: Queryable, { userId, sessionId }: FactorCall['viewer']): Promise<string | null> {
    const found = await findTwoFactor(tx, userId);
    if (!found || found.confirmedAt !== null || Date.now() - found.createdAt.getTime() > SET_UP_MS) return null;
    const begun = await secrets.unseal(userId, found.sealedSecret);
    return begun?.sessionId === sessionId ? begun.secret : null;
  }

  return {
    async getTwoFactor({ viewer }) {
      const found = await findTwoFactor(db, viewer.userId);
      const since = found?.confirmedAt?.toISOString() ?? null;
      const left = since === null ? 0 : await countRecoveryCodes(db, viewer.userId);
      return { status: 200, body: { is_on: since !== null, since, recovery_codes_left: left } };
    },

    async beginTwoFactor({ viewer, body, request }) {
      const { account, inTransaction } = await prove({ viewer, request, proof: body }, 'account.enable_two_factor', {
        asksCode: false,
      });
      const secret = await inTransaction(async (tx) => {
        const begun = await secretBegunHere(tx, viewer);
        if (begun !== null) return begun;
        const made = newTotpSecret();
        const sealed = await secrets.seal(account.id, { secret: made, sessionId: viewer.sessionId });
        if (!(await storeUnconfirmedSecret(tx, account.id, sealed))) throw alreadyOn();
        return made;
      });
      return { status: 200, body: { secret, uri: totpUri(secret, account.email, (await readSettings(db)).name) } };
    },

    async confirmTwoFactor({ viewer, body, request }) {
      const account = await findFullAccount(db, viewer.userId);
      if (!account) throw noPassword();
      const codes = newRecoveryCodes();
      await db.transaction(async (tx) => {
        await lockSignedInUser(tx, viewer);
        const found = await findTwoFactor(tx, account.id);
        if (!found) throw notOn();
        if (found.confirmedAt !== null) throw alreadyOn();
        const begun = await secrets.unseal(account.id, found.sealedSecret);
        const step = begun && findTotpStep(begun.secret, normalizeCode(body.code));
        if (step === null) throw begun?.sessionId === viewer.sessionId ? secondFactors.wrongCode() : isBegunElsewhere();
        if (!(await confirmSecret(tx, account.id, found.sealedSecret, step))) throw alreadyOn();
        await replaceRecoveryCodes(tx, account.id, codes.map(hashRecoveryCode));
        await audit(tx, { action: 'account.enable_two_factor', ...subjectOf(account.id), request });
        await emailOwner(tx, account, twoFactorOnEmail, request);
      });
      return { status: 200, body: { recovery_codes: codes } };
    },

    async renewRecoveryCodes(call) {
      const codes = newRecoveryCodes();
      await asOwner(call, 'account.renew_recovery_codes', (tx, { id }) => replaceRecoveryCodes(tx, id, codes.map(hashRecoveryCode)));
      return { status: 200, body: { recovery_codes: codes } };
    },

    async disableTwoFactor(call) {
      await asOwner(call, 'account.disable_two_factor', async (tx, owner) => {
        await deleteTwoFactor(tx, owner.id);
        await emailOwner(tx, owner, twoFactorOffEmail, call.request);
      });
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

const alreadyOn = () => new Problem(409, 'two_factor_on', 'Two-factor authentication is already on.');
const isBegunElsewhere = () =>
  new Problem(409, 'two_factor_restarted', 'Setup was restarted on another device. Close this, start again and scan the new code.');
const notOn = () => new Problem(409, 'two_factor_off', 'Two-factor authentication isn’t on.');
