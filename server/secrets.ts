// Secrets that are shown once (tokens, keys, links): random, stored as their hash.
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in letters that a URL takes. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A plain hash is enough, because the secret is random. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
