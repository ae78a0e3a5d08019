// Password hashing, and reauthentication by password, code or passkey.
import { hash, verify } from '@node-rs/argon2';
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { hasTwoFactor } from '#server/accounts/credentials-repository.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkeys.ts';
import { lockSignedInUser } from '#server/accounts/sessions-repository.ts';
import type { SecondFactors } from '#server/accounts/two-factor.ts';
import { findFullAccount } from '#server/accounts/users-repository.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import type { AuditAggregator } from '#server/audit/aggregation.ts';
import type { Db, Tx } from '#server/db/types.ts';
import { forbidden, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { weaknessOf } from '#server/weak-passwords.ts';

/** argon2id with OWASP’s first recommended parameters: 19 MiB, 2 passes, 1 lane. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, costs);

const dummyHash = hashPassword('a password without an account');

/** Takes equally long for a wrong password, an unknown account, and an account without a password, to prevent timing attacks. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash || (await dummyHash), password);
  return Boolean(passwordHash) && right;
}

/** @throws {Problem} 422 `weak_password` */
export function requireStrongPassword(password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness !== null) throw new Problem(422, 'weak_password', weakness);
}

/** For guests, who are identified by their device alone. */
export const noPassword = () => forbidden('You don’t have a password yet. Create an account first.');

interface ReauthenticationParts {
  ceremonies: PasskeyCeremonies;
  secondFactors: SecondFactors;
  limits: Pick<RateLimits, 'countLogin' | 'countCode'>;
  repeats: AuditAggregator;
}

interface Reauthentication {
  viewer: { userId: string; sessionId: string };
  request: FastifyRequest;
  proof: components['schemas']['OwnerProofRequest'];
}

export interface Reauthenticated {
  account: NonNullable<Awaited<ReturnType<typeof findFullAccount>>>;
  /**
   * Runs the protected action in one transaction with consuming the proof, if session and password haven’t changed since.
   * @throws {Problem} 401 `unauthenticated`, 422 `wrong_password` or `wrong_code`
   */
  inTransaction<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
}

export type Reauthenticate = ReturnType<typeof createReauthentication>;

/**
 * Returns a function that asks for proof of identity before a sensitive action, since the owner may have left the device unattended. A
 * passkey
 * suffices. A password also needs a code if two-factor authentication is on.
 */
export function createReauthentication(db: Db, { ceremonies, secondFactors, limits, repeats }: ReauthenticationParts) {
  return async ({ viewer, request, proof }: Reauthentication, action: AuditAction, { asksCode = true } = {}): Promise<Reauthenticated> => {
    const account = await findFullAccount(db, viewer.userId);
    if (!account) throw noPassword();
    await limits.countLogin(request, account.email);
    const failed = { action, actorId: account.id, subjectType: 'user', subjectId: account.id, outcome: 'failed', request } as const;

    if (proof.passkey) {
      try {
        const { consume } = await ceremonies.verifyUse(request, { purpose: 'prove', userId: account.id }, proof.passkey);
        return {
          account,
          inTransaction: (act) =>
            db.transaction(async (tx) => {
              await lockSignedInUser(tx, viewer);
              await consume(tx);
              return act(tx);
            }),
        };
      } catch (error) {
        await repeats.record(`${action} passkey ${account.id}`, failed);
        throw error;
      }
    }

    if (!(await verifyPassword(account.passwordHash, proof.password ?? ''))) {
      await repeats.record(`${action} ${account.id}`, failed);
      throw wrongPassword(account.passwordHash);
    }
    const asProven = <T>(act: (tx: Tx) => Promise<T>) =>
      db.transaction(async (tx) => {
        const { passwordHash } = await lockSignedInUser(tx, viewer);
        if (passwordHash !== account.passwordHash) throw wrongPassword(passwordHash);
        return act(tx);
      });
    if (!asksCode || !(await hasTwoFactor(db, account.id))) return { account, inTransaction: asProven };

    const { code } = proof;
    if (code === undefined) throw new Problem(422, 'code_required', 'Also enter the code from your authenticator app or a recovery code.');
    const giveBack = secondFactors.factorOf(code) === 'app' ? await limits.countCode(account.id, 'session') : null;
    return {
      account,
      async inTransaction(act) {
        const done = await asProven(async (tx) => ((await secondFactors.consume(tx, account.id, code)) ? { answer: await act(tx) } : null));
        if (!done) {
          await repeats.record(`${action} code ${account.id}`, failed);
          throw secondFactors.wrongCode();
        }
        await giveBack?.();
        return done.answer;
      },
    };
  };
}

const wrongPassword = (passwordHash: string) =>
  new Problem(
    422,
    'wrong_password',
    passwordHash === '' ? 'This account has no password. Use your passkey.' : 'This isn’t your current password.',
  );
