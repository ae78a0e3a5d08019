import { randomInt } from 'node:crypto';

/** Without look-alikes: no 0 and O, no 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;

/** A code that nobody can guess. Whether it is taken is for the database to say: join-codes-repository.ts. */
export function randomJoinCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** Codes are read aloud and typed on phones: case and separators do not matter. */
export function normalizeJoinCode(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}
