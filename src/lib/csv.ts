// CSV files that are made on the device, by the rules of the server's (server/http/csv.ts): RFC 4180 with a byte order mark, and an apostrophe
// before text that looks like a formula.
const FORMULA = /^[-=+@\t\r＝＋－＠]/;
/** Also the semicolon: where it is the list separator, what follows could be a formula. */
const NEEDS_QUOTES = /[",;\r\n]/;

export const BOM = '\uFEFF';

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record with its line break. */
export const csvRecord = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** "2026-11-20 21:14:07", in UTC. @param at ms since 1970 */
export const csvTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
