// The code that opens an event, however it comes: typed from a poster, read aloud, or within a link.

import { validateSearch } from '#src/lib/validate-search.ts';

/** As the contract has it. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 32;

/** What a text says of a code: case and separators do not matter, and a whole link will do. Null when it cannot be one. */
export function parseJoinCode(text: string): string | null {
  const typed = inLink(text) ?? text;
  if (typed.includes('://')) return null;
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return code.length >= MIN_LENGTH && code.length <= MAX_LENGTH ? code : null;
}

/** The code that a path of ours leads to, as the page for signing in remembers it. */
export function joinCodeFromPath(path: string | null): string | null {
  return path !== null && /^\/join\/[^/?#]/.test(path) ? parseJoinCode(path) : null;
}

/** The search of the pages before an event: the photo that a shared link leads to, once the event is joined. */
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
