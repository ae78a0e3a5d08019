import { or, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** A word for a `tsquery`, in which no sign means anything. */
export const quotedWord = (word: string): string => `'${word.toLowerCase().replace(/['\\]/g, '$&$&')}'`;

/** True where one of the texts holds what was typed, whatever the case; signs that mean something to LIKE mean themselves. */
export function contains(typed: string, ...texts: (SQL | AnyColumn)[]): SQL | undefined {
  const pattern = `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return or(...texts.map((text) => sql`${text} ilike ${pattern}`));
}
