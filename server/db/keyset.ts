// Keyset pagination: a page starts at the sort value and id of a row of the adjacent page, so that no row is skipped or repeated while rows change,
// and every page is one range of an index. Lists are paged forward and backward by opaque cursors.
import { type AnyColumn, asc, desc, sql, type SQL } from 'drizzle-orm';
import { Problem } from '#server/http/problem.ts';
import { isUuid } from '#server/uuid.ts';

/** Whether PostgreSQL can store the time: years outside of 1 to 9999 have another notation. False for invalid dates. */
export function isStorable(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

type Column = SQL | AnyColumn;

/** What a list can be sorted by. */
interface SortKey<Row> {
  column: Column;
  type: SQL;
  /** The row's value, written as the database reads it. */
  of: (row: Row) => string;
  /** Whether the database can parse the value in a cursor. */
  isReadable: (value: string) => boolean;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const byInstant = <Row>(column: Column, of: (row: Row) => Date): SortKey<Row> => ({
  column,
  type: sql`timestamptz`,
  of: (row) => of(row).toISOString(),
  isReadable: (value) => INSTANT.test(value) && isStorable(new Date(value)) && new Date(value).toISOString() === value,
});

export const byCount = <Row>(column: Column, of: (row: Row) => number): SortKey<Row> => ({
  column,
  type: sql`integer`,
  of: (row) => String(of(row)),
  isReadable: (value) => /^\d{1,9}$/.test(value),
});

/** By a whole number that is worked out, below a thousand billions. */
export const byRank = <Row>(column: Column, of: (row: Row) => number): SortKey<Row> => ({
  column,
  type: sql`bigint`,
  of: (row) => String(of(row)),
  isReadable: (value) => /^\d{1,12}$/.test(value),
});

/** By text as people order it, not by the numbers of its letters. */
export const byText = <Row>(column: Column, of: (row: Row) => string): SortKey<Row> => ({
  column: sql`(${column} collate "und-x-icu")`,
  type: sql`text`,
  of,
  isReadable: (value) => !value.includes('\0'),
});

/** What a repository reads a page by: conditions to join to its own, and in which order the nearest rows come first. */
export interface Range {
  where: SQL | undefined;
  orderBy: SQL[];
  limit: number;
}

export interface ListPage<Row> {
  rows: Row[];
  cursors: { next_cursor: string | null; previous_cursor: string | null };
}

/** As a list is asked: a minus sign before the sort means descending. */
export interface PageQuery<Name extends string> {
  sort: Name | `-${Name}`;
  cursor?: string | undefined;
  limit?: number | undefined;
}

interface Cursor {
  direction: 'after' | 'before';
  id: string;
  value: string;
}

/** The contract's default. */
const DEFAULT_LIMIT = 50;

/**
 * Ordering and pagination of one list.
 * @param sorts sort keys by name
 * @param id the tiebreaker; a uuid by default
 */
export function keyset<Row, Name extends string>(
  sorts: Record<Name, SortKey<Row>>,
  id: { column: Column; of: (row: Row) => string; type?: 'bigint' },
) {
  const idType = id.type === 'bigint' ? sql`bigint` : sql`uuid`;
  const isId = id.type === 'bigint' ? (text: string) => /^\d{1,15}$/.test(text) : isUuid;

  const encode = (sort: string, { direction, id: rowId, value }: Cursor) =>
    Buffer.from(`${sort} ${direction} ${rowId} ${value}`).toString('base64url');

  /** @throws {Problem} 422 `invalid_request` when it is not one of this order: values of another mean nothing in it */
  function decode(text: string, sort: string, key: SortKey<Row>): Cursor {
    const read = /^(\S+) (after|before) (\S+) (.*)$/s.exec(Buffer.from(text, 'base64url').toString('utf8'));
    const [, madeFor, direction, rowId = '', value = ''] = read ?? [];
    if (madeFor === sort && isId(rowId) && key.isReadable(value)) {
      return { direction: direction === 'before' ? 'before' : 'after', id: rowId, value };
    }
    const message = 'is not the cursor of a page of this list in this order';
    throw new Problem(422, 'invalid_request', `The cursor ${message}.`, { errors: [{ field: 'query.cursor', message }] });
  }

  return {
    /**
     * Reads the page that a query asks for. Where less than a page is left before, the list begins there: then the first page, a whole one.
     * @param read the list's rows in a range
     * @throws {Problem} 422 `invalid_request` when the cursor is not one of this list in this order
     */
    async page<Found extends Row>(query: PageQuery<Name>, read: (range: Range) => Promise<Found[]>): Promise<ListPage<Found>> {
      const { sort, limit = DEFAULT_LIMIT } = query;
      const descending = sort.startsWith('-');
      const key = sorts[(descending ? sort.slice(1) : sort) as Name];
      const readFrom = (cursor: Cursor | null) => {
        const falls = descending !== (cursor?.direction === 'before');
        const order = falls ? desc : asc;
        const where = cursor
          ? sql`(${key.column}, ${id.column}) ${falls ? sql`<` : sql`>`} (${cursor.value}::${key.type}, ${cursor.id}::${idType})`
          : undefined;
        // One more row shows whether the list continues.
        return read({ where, orderBy: [order(key.column), order(id.column)], limit: limit + 1 });
      };

      let from = query.cursor === undefined ? null : decode(query.cursor, sort, key);
      let found = await readFrom(from);
      if (from?.direction === 'before' && found.length <= limit) {
        from = null;
        found = await readFrom(from);
      }

      const backward = from?.direction === 'before';
      const nearest = found.slice(0, limit);
      const rows = backward ? nearest.toReversed() : nearest;
      // Of a page that has become empty the way back is where it was asked from.
      const cursorOf = (direction: Cursor['direction'], row: Found | undefined) => {
        const place = row === undefined ? from : { id: id.of(row), value: key.of(row) };
        return place && encode(sort, { ...place, direction });
      };
      return {
        rows,
        cursors: {
          next_cursor: backward || found.length > limit ? cursorOf('after', rows.at(-1)) : null,
          previous_cursor: from ? cursorOf('before', rows[0]) : null,
        },
      };
    },
  };
}

/**
 * Every row of a list, in its order, read page by page while they are taken.
 * @param page the list's page that a cursor names
 */
export async function* allRows<Row>(
  page: (query: { cursor: string | undefined; limit: number }) => Promise<ListPage<Row>>,
): AsyncGenerator<Row> {
  let cursor: string | null = null;
  do {
    const { rows, cursors } = await page({ cursor: cursor ?? undefined, limit: EXPORT_PAGE });
    yield* rows;
    cursor = cursors.next_cursor;
  } while (cursor !== null);
}

const EXPORT_PAGE = 500;
