// Secrets in the database, wrapped by a key outside of it: the database or a backup alone reveals none of them.
import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { compactDecrypt, CompactEncrypt } from 'jose';
import { type Config, ConfigError } from '#server/config.ts';
import { serverSecrets } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';
import { newSecret } from '#server/secrets.ts';
import { errorCode, fsyncPath } from '#server/storage/local-files.ts';
import { uuid7 } from '#server/uuid.ts';

export type SecretName =
  | 'access-token-key'
  | 'device-key'
  | 'download-key'
  | 'gallery-link-key'
  | 'rate-limit-key'
  | 'two-factor-key'
  | 'vapid-keys'
  | 'webhook-key';

/** Replaced after a restore, because others may have read them: their signatures are renewed within minutes, or requested again. */
export const ROTATED_ON_RESTORE: readonly SecretName[] = ['access-token-key', 'device-key', 'download-key', 'gallery-link-key'];

export interface SecretStore {
  /**
   * Returns the secret of this name, or stores the result of `make` if there is none. All processes get the same value.
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
          // Stored in plain text by an earlier version, and so in its backups.
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

/** In the data folder, in no backup. */
export const WRAPPING_KEY = 'secret.key';

/**
 * 32 bytes: of SECRET_KEY, or of the file in the data folder, which is made at the first start.
 * @param isNeeded whether something is wrapped already: then a new key would open nothing
 * @throws {ConfigError} it is missing or damaged
 */
export async function openWrappingKey(
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
  isNeeded: () => Promise<boolean>,
): Promise<Buffer> {
  if (secretKey !== null) return createHash('sha256').update(`ai-image-suite wrapping key ${secretKey}`).digest();
  const file = path.join(dataDir, WRAPPING_KEY);
  const kept = await readKey(file);
  if (kept !== null) return kept;
  if (await isNeeded()) throw missing(file);
  await makeKey(file);
  const made = await readKey(file);
  if (made === null) throw missing(file);
  return made;
}

async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== 32)
    throw new ConfigError(`${file} is damaged: put back a copy of it. Without it the keys in the database cannot be read.`);
  return key;
}

/**
 * Whole under its name or not there, and only where there is none: several processes may start at once. On disk before anything is wrapped by it:
 * without it that could never be opened.
 */
async function makeKey(file: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = `${file}.${uuid7()}`;
  await writeFile(part, `${newSecret()}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(part, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(part, { force: true });
  }
  await fsyncPath(folder);
}

const missing = (file: string) =>
  new ConfigError(
    `${file} is missing: it opens the keys in the database, and no backup holds it. Put it there from the server that made them, or set SECRET_KEY as it was there. If it is lost: npm run restore -- FILE --without-key`,
  );
