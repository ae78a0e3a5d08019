// Secrets that are handed out once (tokens, keys, links): random, and kept by their hash.
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in letters that a URL takes. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** As random as its hash, so a plain hash keeps it. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
