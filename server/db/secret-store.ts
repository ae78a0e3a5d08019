import { and, eq } from 'drizzle-orm';
// Keys that the server makes for itself at its first start: to sign access tokens, to seal secrets of authenticator apps, and so on. They lie in the
// database, so that all processes have the same, wrapped (JWE, A256GCM) by a key that is neither in it nor in backups: server/db/wrapping-key.ts.
import { CompactEncrypt, compactDecrypt } from 'jose';
import { ConfigError } from '#server/config.ts';
import { serverSecrets } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';

export type SecretName = 'access-token-key' | 'device-key' | 'two-factor-key' | 'vapid-keys';

/** Made anew when others may have read them, as after a restore: what they sign is renewed within minutes, or asked for again. */
export const ROTATED_ON_RESTORE: readonly SecretName[] = ['access-token-key', 'device-key'];

export interface SecretStore {
  /**
   * The secret of this name; `make` is called, and its value kept, where there is none yet. All processes get the same.
   * @throws {ConfigError} it was wrapped by another key
   */
  getOrCreate(name: SecretName, make: () => string): Promise<string>;
}

/** @param key 32 bytes */
export function openSecretStore(db: Queryable, key: Buffer): SecretStore {
  return {
    async getOrCreate(name, make) {
      const ofName = eq(serverSecrets.name, name);
      for (;;) {
        const [row] = await db.select({ value: serverSecrets.value }).from(serverSecrets).where(ofName);
        if (!row) {
          await db
            .insert(serverSecrets)
            .values({ name, value: await wrapSecret(key, name, make()) })
            .onConflictDoNothing();
        } else if (isWrapped(row.value)) {
          return unwrapSecret(key, name, row.value);
        } else {
          // Kept in clear by an earlier version, and so in its backups.
          const value = await wrapSecret(key, name, ROTATED_ON_RESTORE.includes(name) ? make() : row.value);
          await db
            .update(serverSecrets)
            .set({ value })
            .where(and(ofName, eq(serverSecrets.value, row.value)));
        }
      }
    },
  };
}

/** Whether there is a secret that only its key opens. */
export async function hasWrappedSecrets(db: Queryable): Promise<boolean> {
  const rows = await db.select({ value: serverSecrets.value }).from(serverSecrets);
  return rows.some(({ value }) => isWrapped(value));
}

/** As JWE writes itself: five parts. */
export const isWrapped = (value: string): boolean => /^[\w-]+\.[\w-]*(\.[\w-]+){3}$/.test(value);

const wrapSecret = (key: Buffer, name: SecretName, secret: string): Promise<string> =>
  new CompactEncrypt(Buffer.from(secret)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: name }).encrypt(key);

/** @throws {ConfigError} it was wrapped by another key, or for another name */
export async function unwrapSecret(key: Buffer, name: string, value: string): Promise<string> {
  const allowed = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
  const opened = await compactDecrypt(value, key, allowed).catch(() => null);
  if (opened?.protectedHeader.kid !== name) throw otherKey();
  return Buffer.from(opened.plaintext).toString();
}

const otherKey = () =>
  new ConfigError(
    'The keys in the database are wrapped by another key than the one given: put the file secret.key of the server that made them into DATA_DIR, or set SECRET_KEY as it was there.',
  );
