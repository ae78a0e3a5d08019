// Parses join codes: typed from a poster, dictated, or within a link.

import { validateSearch } from '#src/lib/validate-search.ts';

/** Limits of the contract. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 32;

/** Parses a code or a join link; ignores case and separators. Returns null if it is not a valid code. */
export function parseJoinCode(text: string): string | null {
  const typed = inLink(text) ?? text;
  if (typed.includes('://')) return null;
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return code.length >= MIN_LENGTH && code.length <= MAX_LENGTH ? code : null;
}

/** The code in a path of this app, such as the redirect target of the login page. */
export function joinCodeFromPath(path: string | null): string | null {
  return path !== null && /^\/join\/[^/?#]/.test(path) ? parseJoinCode(path) : null;
}

/** Search parameters of the pages before an event: the photo of a shared link, opened after joining. */
export const photoSearch = validateSearch(['photo'], ({ photo }: Record<string, unknown>): { photo?: string } =>
  typeof photo === 'string' ? { photo } : {},
);

function inLink(text: string): string | null {
  const part = /\/join\/([^/?#\s]+)/i.exec(text)?.[1];
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a percent sign that encodes nothing is a separator like any other
  }
}
