// A list as a file for spreadsheet programs, made while it is sent: rows are read as fast as they are taken.
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { attachment, fileNameSlug } from '#server/http/content-disposition.ts';
import type { AnswerHeaders } from '#server/http/operation.ts';

/** The columns: header to cell. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** The file name: the parts and the date. */
const nameOf = (parts: readonly string[]): string => `${fileNameSlug(parts.join(' '))}-${new Date().toISOString().slice(0, 10)}.csv`;

/**
 * Where a list's sign is the semicolon, spreadsheet programs part a cell at it that is not quoted, and what follows may be a formula. So may a line
 * be that isn't the first one: the writer itself quotes none but Windows' line breaks.
 */
const quoted = { quoted_match: /[;\r\n]/ };

/**
 * RFC 4180, with a byte order mark so that spreadsheet programs detect UTF-8. Text that looks like a formula gets an apostrophe, because strangers
 * write names and addresses.
 * @param name parts of the file name: ["staff", "Aurora Events"]
 */
export async function csvAnswer<Row>(
  name: readonly string[],
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row>,
): Promise<{ status: 200; stream: Readable; headers: AnswerHeaders }> {
  const heads = Object.keys(columns);
  const cells = Object.values(columns);
  const csv = stringify({ bom: true, header: true, columns: heads, record_delimiter: 'windows', escape_formulas: true, ...quoted });
  const reading = rows[Symbol.asyncIterator]();
  // Errors of the query become an error answer before the file begins.
  const first = await reading.next();
  async function* records() {
    try {
      for (let next = first; !next.done; next = await reading.next()) {
        const row = next.value;
        yield cells.map((cell) => cell(row));
      }
    } finally {
      await reading.return?.();
    }
  }
  // On failure the stream is destroyed, not ended, so that the client notices.
  pipeline(Readable.from(records()), csv, () => undefined);
  return {
    status: 200,
    stream: csv,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      ...attachment(nameOf(name)),
      'x-content-type-options': 'nosniff',
    },
  };
}

/** "2026-11-20 21:14:07", which spreadsheet programs read as a time. In UTC. */
export const csvTime = (at: Date | null): string | null => at && at.toISOString().slice(0, 19).replace('T', ' ');

/** A value of the API as a word of the screen: "suspended" is "Suspended". */
export const csvWord = (value: string): string => `${value.charAt(0).toUpperCase()}${value.slice(1)}`;
