// The secret of an API token: a prefix and a checksum, by which programs that look for leaked secrets recognize it, and 256 random bits.
import { createHash } from 'node:crypto';
import { newSecret } from '#server/secrets.ts';

const PREFIX = 'ais_';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 8;

const checksumOf = (random: string): string =>
  createHash('sha256').update(`${PREFIX}${random}`).digest('base64url').slice(0, CHECKSUM_LENGTH);

export function newTokenSecret(): string {
  const random = newSecret();
  return `${PREFIX}${random}${checksumOf(random)}`;
}

/** Whether a bearer token is meant as one of these. Access tokens of sessions contain dots and begin otherwise. */
export const isTokenSecret = (bearer: string): boolean => bearer.startsWith(PREFIX);

/** False for mistyped and truncated ones, without asking the database. */
export function hasValidChecksum(secret: string): boolean {
  const random = secret.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return random.length === RANDOM_LENGTH && secret === `${PREFIX}${random}${checksumOf(random)}`;
}

export const hintOf = (secret: string): string => secret.slice(0, HINT_LENGTH);
