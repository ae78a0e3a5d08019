// The key that wraps the keys in the database (server/db/secret-store.ts). Whoever has the database, or a backup, has nothing of them without it.
import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, type Config } from '#server/config.ts';
import { newSecret } from '#server/secrets.ts';
import { errorCode, fsyncPath } from '#server/storage/local-files.ts';
import { uuid7 } from '#server/uuid.ts';

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
