const MAX_CHARACTERS = 60;
/** File systems allow 255 bytes in total. */
const MAX_BYTES = 80;

/** Letters and digits of any script with their combining marks, and joiners. */
const WORDS = /[\p{L}\p{N}](?:[\p{L}\p{N}]|(?![\ufe00-\ufe0f\u20e3])\p{M}|[\u200c\u200d](?=\p{L}))*/gu;

/**
 * A text as part of a file name, by the same rule as the server (server/http/content-disposition.ts): lowercase words joined by hyphens.
 * May be empty.
 */
export function slugify(text: string): string {
  // İ becomes two characters in lower case.
  const words = text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i').match(WORDS) ?? [];
  const encoder = new TextEncoder();
  let cut = '';
  // Truncates between grapheme clusters.
  for (const cluster of words.join('-').match(/\P{M}\p{M}*/gsu) ?? []) {
    const next = cut + cluster;
    if (next.length > MAX_CHARACTERS || encoder.encode(next).length > MAX_BYTES) break;
    cut = next;
  }
  return cut.replace(/[-\u200c\u200d]+$/, '');
}
