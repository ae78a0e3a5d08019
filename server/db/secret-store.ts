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
  | 'provider-key'
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

export interface WrappedSecret {
  name: string;
  value: string;
}

/** One that only its key opens, or null if there is none. */
export async function findWrappedSecret(db: Queryable): Promise<WrappedSecret | null> {
  const rows = await db.select({ name: serverSecrets.name, value: serverSecrets.value }).from(serverSecrets);
  return rows.find(({ value }) => isWrapped(value)) ?? null;
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
 * @param findWrapped what is wrapped already: then a new key would open nothing
 * @throws {ConfigError} it is missing or damaged
 */
export async function openWrappingKey(
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
  findWrapped: () => Promise<WrappedSecret | null>,
): Promise<Buffer> {
  if (secretKey !== null) return keyOfVariable(secretKey, findWrapped);
  const file = path.join(dataDir, WRAPPING_KEY);
  const kept = await readKey(file);
  if (kept !== null) return kept;
  if (await findWrapped()) throw missing(file);
  await makeKey(file);
  const made = await readKey(file);
  if (made === null) throw missing(file);
  return made;
}

/** The text of the file `secret.key` opens what that file wrapped, and is a passphrase like any other where it wrapped nothing. */
async function keyOfVariable(secretKey: string, findWrapped: () => Promise<WrappedSecret | null>): Promise<Buffer> {
  const derived = createHash('sha256').update(`ai-image-suite wrapping key ${secretKey}`).digest();
  const ofFile = parseKey(secretKey);
  const wrapped = ofFile && (await findWrapped());
  if (!wrapped) return derived;
  return unwrapSecret(ofFile, wrapped.name, wrapped.value).then(
    () => ofFile,
    () => derived,
  );
}

/** Null if it is no text of a key file. */
function parseKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64url');
  return key.length === 32 && key.toString('base64url') === text ? key : null;
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
