import type { AnswerHeaders } from '#server/http/operation.ts';
// Names and headers of files that are sent.
import { wellFormed } from '#server/http/text.ts';

const MAX_CHARACTERS = 60;
/** File systems take 255 bytes altogether. */
const MAX_BYTES = 80;

/** Letters and digits of any script, with the marks that belong to them, and what joins letters in some scripts. */
const WORDS = /[\p{L}\p{N}](?:[\p{L}\p{N}]|(?![\ufe00-\ufe0f\u20e3])\p{M}|[\u200c\u200d](?=\p{L}))*/gu;

/** A text as part of a file's name, by one rule with the app (src/lib/slug.ts): its words in lower case, with hyphens between. May be empty. */
export function fileNameSlug(text: string): string {
  // İ becomes two characters in lower case.
  const words = text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i').match(WORDS) ?? [];
  return truncateClusters(words.join('-'), MAX_CHARACTERS, MAX_BYTES).replace(/[-\u200c\u200d]+$/, '');
}

/** The beginning of a text, cut between characters with all their marks. */
export function truncateClusters(text: string, mostCharacters: number, mostBytes: number): string {
  let cut = '';
  for (const cluster of text.match(/\P{M}\p{M}*/gsu) ?? []) {
    const next = cut + cluster;
    if (next.length > mostCharacters || Buffer.byteLength(next) > mostBytes) break;
    cut = next;
  }
  return cut;
}

const LATIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' };

/** For programs that read no other names: Latin letters without their accents, and nothing of other scripts. */
function plainName(name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const plain = (text: string) =>
    text
      .replace(/[ßæœøłđðþħı]/giu, (letter) => {
        const latin = LATIN[letter.toLowerCase()] ?? '';
        return letter === letter.toLowerCase() ? latin : latin.toUpperCase();
      })
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // Decomposed letters of other scripts may contain path separators.
      .replace(/[^\x20-\x7e]+|["\\%/:*?<>|]|\.{2,}/g, '-');
  const words = plain(stem)
    .replace(/-{2,}/g, '-')
    .replace(/^[-\s]+|[-\s]+$/g, '');
  return `${words || 'file'}${plain(ending)}`;
}

/** Names beyond ASCII go by RFC 8187, with a plain name beside for old programs. */
export function attachment(file: string): AnswerHeaders {
  const name = wellFormed(file.normalize('NFC'));
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return { 'content-disposition': `attachment; filename="${plainName(name)}"; filename*=UTF-8''${encoded}` };
}
