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

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The URI that apps scan as a QR code. @param email shown in the app’s list @param issuer the platform’s name */
export const totpUri = (secret: string, email: string, issuer: string): string => totpOf(secret, email, issuer).toString();

/** The time step of a code, or null if it is wrong. Tolerates a clock that is off by 30 seconds. */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

const RECOVERY_CODES = 10;

/** For example "JBSW-Y3DP-EHPK-3PXP". 80 random bits, so a plain hash is safe. */
const newRecoveryCode = (): string => new Secret({ size: 10 }).base32.replace(/(.{4})(?=.)/g, '$1-');

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** Ignores case, spaces and dashes. */
export const hashRecoveryCode = (typed: string): string => hashSecret(normalizeCode(typed).toUpperCase());

/** Removes spaces and dashes. */
export const normalizeCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '');

export interface SecondFactors {
  /** Whether the text is a code of the app or a recovery code. */
  factorOf(typed: string): 'app' | 'recovery';
  /** Consumes a code in the caller’s transaction. False if it is wrong or was used. */
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
  /** The session that started the setup. Only it may continue. */
  sessionId: string;
}

export interface TwoFactorSecrets {
  seal(userId: string, begun: PendingSecret): Promise<string>;
  /**
   * Null if the key is lost (after `npm run restore -- FILE --without-key`); then only recovery codes work. Rejects if the secret
   * belongs to another user.
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
      if (typeof payload.secret !== 'string') throw new Error('the sealed payload contains no secret');
      // Secrets sealed by earlier versions have no session.
      return { secret: payload.secret, sessionId: typeof payload.sid === 'string' ? payload.sid : '' };
    },
  };
}
