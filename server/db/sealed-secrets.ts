// Secrets that people gave or that others know too, encrypted for the database: the server needs them again, so a hash is not enough.
import { compactDecrypt, CompactEncrypt, errors } from 'jose';
import type { SecretName, SecretStore } from '#server/db/secret-store.ts';
import { newSecret } from '#server/secrets.ts';

export interface SealedSecrets {
  /** @param owner what the secret belongs to, such as the id of a webhook */
  seal(owner: string, secret: string): Promise<string>;
  /** @throws if it was sealed for another owner or by another key */
  unseal(owner: string, sealed: string): Promise<string>;
}

/** Whether a secret was sealed by a key that is lost, or is damaged. */
export const isUnreadable = (error: unknown): boolean => error instanceof errors.JOSEError;

/** @param name of the key, which is wrapped by the server's own key */
export function openSealedSecrets(secrets: SecretStore, name: SecretName): SealedSecrets {
  const readKey = async () => Buffer.from(await secrets.getOrCreate(name, newSecret), 'base64url');
  return {
    async seal(owner, secret) {
      const header = { alg: 'dir', enc: 'A256GCM', kid: owner };
      return new CompactEncrypt(Buffer.from(secret)).setProtectedHeader(header).encrypt(await readKey());
    },
    async unseal(owner, sealed) {
      const allowed = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, await readKey(), allowed);
      if (protectedHeader.kid !== owner) throw new Error('a sealed secret belongs to another one');
      return Buffer.from(plaintext).toString();
    },
  };
}
