// The secrets of authenticator apps must be read again, so a hash cannot keep them: they are encrypted (JWE, A256GCM), each for one person.
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Deps } from '#server/deps.ts';
import { newSecret } from '#server/secrets.ts';

export interface PendingSecret {
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
