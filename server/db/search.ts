import { or, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** A word for a `tsquery`, in which no sign means anything. */
export const quotedWord = (word: string): string => `'${word.toLowerCase().replace(/['\\]/g, '$&$&')}'`;

const patternOf = (typed: string): string => `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`;

/** True where one of the texts holds what was typed, whatever the case; signs that mean something to LIKE mean themselves. */
export function contains(typed: string, ...texts: (SQL | AnyColumn)[]): SQL | undefined {
  const pattern = patternOf(typed);
  return or(...texts.map((text) => sql`${text} ilike ${pattern}`));
}

/** As `contains`, of a text that is kept in small letters: a table of a hundred thousand is read through in a quarter of the time. */
export const containsLowered = (typed: string, text: AnyColumn): SQL => sql`${text} like lower(${patternOf(typed)})`;
