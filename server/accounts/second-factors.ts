// What proves, beside the password, that an account is one's own: a code of the authenticator app, or a recovery code. Each is taken once.
import { normalizeCode } from '#server/accounts/recovery-codes.ts';
import { findTotpStep } from '#server/accounts/totp.ts';
import type { TwoFactorSecrets } from '#server/accounts/two-factor-secrets.ts';
import { findTwoFactor, consumeRecoveryCode, consumeTotpStep } from '#server/accounts/two-factor.ts';
import type { Queryable } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';

export interface SecondFactors {
  /** Which of the two somebody typed. */
  factorOf(typed: string): 'app' | 'recovery';
  /** False for what is wrong, or was used. The caller's transaction decides whether it is used now. */
  consume(tx: Queryable, userId: string, typed: string): Promise<boolean>;
  wrongCode(): Problem;
}

export function secondFactorsOf(secrets: Pick<TwoFactorSecrets, 'unseal'>): SecondFactors {
  const factorOf = (typed: string) => (/^\d{6}$/.test(normalizeCode(typed)) ? 'app' : 'recovery');
  return {
    factorOf,
    async consume(tx, userId, typed) {
      const account = await findTwoFactor(tx, userId);
      if (!account || account.confirmedAt === null) return false;
      if (factorOf(typed) === 'recovery') return consumeRecoveryCode(tx, userId, typed);
      const opened = await secrets.unseal(userId, account.sealedSecret);
      const step = opened && findTotpStep(opened.secret, normalizeCode(typed));
      return step !== null && consumeTotpStep(tx, userId, step);
    },
    wrongCode: () => new Problem(422, 'wrong_code', 'This code is wrong or has been used. Try the next one.'),
  };
}
