const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML writes it, between tags and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The beginning of a text, of at most so many UTF-16 units, and of whole characters: half of a pair is no text, and no header takes it. */
export const truncateText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Replaces lone surrogates. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** What others sent, such as the answer of a mail server, as the database takes it: with marks where no character can be shown. */
export const storableText = (text: string): string => wellFormed(text).replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');

// Names of people and events appear in lists and beside decisions, so they must look like what they are.

/** Controls, private signs, lone halves of a pair, and the blank sign of Braille. */
const unseen = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]/u;
/** Invisible characters, including direction marks. Joiners inside emoji and letters of some scripts are allowed. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const joined =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u20E3])[\u200C\u200D](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const styled = /(?<=[\p{Emoji}\p{Extended_Pictographic}\p{L}])[\uFE00-\uFE0F]/gu;

const MAX_LINES = 10;

/** Format `name-lines` of the contract: an address, a few lines that are each a name. */
export function isNameLines(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.length <= MAX_LINES && lines.every(isName);
}

/** Format `name` of the contract. Length is validated separately. */
export function isName(text: string): boolean {
  if (unseen.test(text)) return false;
  return !ignorable.test(text.replace(styled, '').replace(joined, ''));
}
