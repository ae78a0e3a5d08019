// Keyset cursors: the place of the last item of a page, opaque to clients.
import { Problem } from '#server/http/problem.ts';

/** Where a page ended: lists are ordered by an instant, then by id. */
export interface Place {
  at: Date;
  id: string;
}

function encodeCursor({ at, id }: Place): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/** @throws {Problem} 422 `invalid_request` when it is not one of ours */
export function decodeCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, time, id] =
    /^(-?\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const at = new Date(Number(time));
  // Beyond these years a date is written in a way PostgreSQL does not read.
  if (time === undefined || id === undefined || !(at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999)) {
    const message = 'is not the next_cursor of a page';
    throw new Problem(422, 'invalid_request', `The cursor ${message}.`, { errors: [{ field: 'query.cursor', message }] });
  }
  return { at, id };
}

/** Cuts a list read with one item more than asked for into the page and the cursor of the next. */
export function toPage<T>(rows: T[], limit: number, placeOf: (row: T) => Place): { rows: T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(placeOf(last)) : null };
}
