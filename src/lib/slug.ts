const MAX_CHARACTERS = 60;
/** File systems take 255 bytes altogether. */
const MAX_BYTES = 80;

/** Letters and digits of any script, with the marks that belong to them, and what joins letters in some scripts. */
const WORDS = /[\p{L}\p{N}](?:[\p{L}\p{N}]|(?![\ufe00-\ufe0f\u20e3])\p{M}|[\u200c\u200d](?=\p{L}))*/gu;

/** A text as part of a file's name, by one rule with the server (server/http/content-disposition.ts): its words in lower case, with hyphens between. May be empty. */
export function slugify(text: string): string {
  // İ becomes two characters in lower case.
  const words = text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i').match(WORDS) ?? [];
  const encoder = new TextEncoder();
  let cut = '';
  // Cut between characters with all their marks.
  for (const cluster of words.join('-').match(/\P{M}\p{M}*/gsu) ?? []) {
    const next = cut + cluster;
    if (next.length > MAX_CHARACTERS || encoder.encode(next).length > MAX_BYTES) break;
    cut = next;
  }
  return cut.replace(/[-\u200c\u200d]+$/, '');
}
