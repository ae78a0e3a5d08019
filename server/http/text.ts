/** The beginning of a text, of at most so many UTF-16 units, and of whole characters: half of a pair is no text, and no header takes it. */
export const truncateText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** With a mark where half of a pair stood. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** What others sent, such as the answer of a mail server, as the database takes it: with marks where no character can be shown. */
export const storableText = (text: string): string => wellFormed(text).replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');
