/** Where a code leads: what its QR code says, and what one copies. */
export const joinLink = (code: string, origin: string): string => `${origin}/join/${encodeURIComponent(code)}`;

/** The same as people type it: "photos.example.org/join". */
export const joinAddress = (origin: string): string => `${new URL(origin).host}/join`;

/** In two groups, to be read aloud and typed: separators do not matter. Codes that are words stay whole. */
export function readableCode(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

/** A name for files: "harbour-lights-qr". */
export function fileName(eventName: string, what: string): string {
  const words = eventName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return [words || 'event', what].join('-');
}
