// Two-factor authentication: one-time codes of authenticator apps (RFC 6238) and recovery codes. The apps’ secrets have to be readable, so
// they are encrypted (JWE, A256GCM) instead of hashed, each bound to one user.
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { consumeRecoveryCode, consumeTotpStep, findTwoFactor } from '#server/accounts/credentials-repository.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });

/** 160 random bits in base32, as the RFC asks for. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an app scans. @param email tells one account from another in the app's list @param issuer what the platform is called */
export const totpUri = (secret: string, email: string, issuer: string): string => totpOf(secret, email, issuer).toString();

/** The time step that a code belongs to, or null for a wrong one. A phone's clock may be half a minute off. */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

const RECOVERY_CODES = 10;

/** As its owner keeps it: "JBSW-Y3DP-EHPK-3PXP". */
const newRecoveryCode = (): string => new Secret({ size: 10 }).base32.replace(/(.{4})(?=.)/g, '$1-');

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** However it was typed. */
export const hashRecoveryCode = (typed: string): string => hashSecret(normalizeCode(typed).toUpperCase());

/** Without what people put between letters and digits. */
export const normalizeCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '');

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
      if (factorOf(typed) === 'recovery') return consumeRecoveryCode(tx, userId, hashRecoveryCode(typed));
      const opened = await secrets.unseal(userId, account.sealedSecret);
      const step = opened && findTotpStep(opened.secret, normalizeCode(typed));
      return step !== null && consumeTotpStep(tx, userId, step);
    },
    wrongCode: () => new Problem(422, 'wrong_code', 'This code is wrong or has been used. Try the next one.'),
  };
}

interface PendingSecret {
  secret: string;
  /** Who was told it: a set-up goes on where it was begun, and nowhere else. */
  sessionId: string;
}

export interface TwoFactorSecrets {
  seal(userId: string, begun: PendingSecret): Promise<string>;
  /**
   * Null for what was sealed by a key that is lost (`npm run restore -- FILE --without-key`): only recovery codes are taken then. Rejects for what was
   * sealed for somebody else.
   */
  unseal(userId: string, sealed: string): Promise<PendingSecret | null>;
}

export async function openTwoFactorSecrets({ secrets }: Pick<Deps, 'secrets'>): Promise<TwoFactorSecrets> {
  const key = Buffer.from(await secrets.getOrCreate('two-factor-key', newSecret), 'base64url');
  return {
    seal: (userId, { secret, sessionId }) =>
      new EncryptJWT({ secret, sid: sessionId }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setSubject(userId).encrypt(key),
    async unseal(userId, sealed) {
      const opened = await jwtDecrypt(sealed, key, {
        subject: userId,
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      }).catch((error: unknown) => {
        if (error instanceof errors.JWEDecryptionFailed) return null;
        throw error;
      });
      if (opened === null) return null;
      const { payload } = opened;
      if (typeof payload.secret !== 'string') throw new Error('a sealed secret without a secret');
      // Those sealed earlier name no session.
      return { secret: payload.secret, sessionId: typeof payload.sid === 'string' ? payload.sid : '' };
    },
  };
}
