// The code that opens an event, however it comes: typed from a poster, read aloud, or within a link.

/** As the contract has it. */
const SHORTEST = 4;
const LONGEST = 32;

/** What a text says of a code: case and separators do not matter, and a whole link will do. Null when it cannot be one. */
export function codeFrom(text: string): string | null {
  const typed = inLink(text) ?? text;
  if (typed.includes('://')) return null;
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return code.length >= SHORTEST && code.length <= LONGEST ? code : null;
}

/** The code that a path of ours leads to, as the page for signing in remembers it. */
export function codeOfPath(path: string | null): string | null {
  return path !== null && /^\/join\/[^/?#]/.test(path) ? codeFrom(path) : null;
}

/** Whether a path leads into an event, and to which of its photos. */
export function eventLinkOf(path: string | null): { photo?: string } | null {
  if (path === null || !/^\/event\/[^/?#]/.test(path)) return null;
  const photo = new URL(path, 'https://self.invalid').searchParams.get('photo');
  return photo === null ? {} : { photo };
}

function inLink(text: string): string | null {
  const part = /\/join\/([^/?#\s]+)/i.exec(text)?.[1];
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a percent sign that encodes nothing is a separator like any other
  }
}
