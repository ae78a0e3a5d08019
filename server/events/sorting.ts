// Cursors of the organization's list: they hold the sort they were made for and the direction they lead, opaque to clients.
import { Problem } from '#server/http/problem.ts';

const keys = ['starts_at', 'name', 'photos_count', 'created_at'] as const;
export type SortKey = (typeof keys)[number];

/** Where an event stands in its list: what it is sorted by, as the database reads it, then its id. */
export interface SortPlace {
  value: string;
  id: string;
}

interface SortCursor {
  sort: string;
  direction: 'after' | 'before';
  place: SortPlace;
}

export function readSort(sort: string): { key: SortKey; descending: boolean } {
  const descending = sort.startsWith('-');
  const key = keys.find((one) => one === sort.slice(descending ? 1 : 0));
  if (!key) throw new Error(`${sort} passed the contract, but is no sort`);
  return { key, descending };
}

export function placeOf(
  event: { id: string; startsAt: Date; createdAt: Date; name: string; photosCount: number },
  key: SortKey,
): SortPlace {
  const value = {
    starts_at: event.startsAt.toISOString(),
    created_at: event.createdAt.toISOString(),
    name: event.name,
    photos_count: String(event.photosCount),
  }[key];
  return { value, id: event.id };
}

export function encodeSortCursor({ sort, direction, place }: SortCursor): string {
  return Buffer.from(`${sort} ${direction} ${place.id} ${place.value}`).toString('base64url');
}

/**
 * @param sort the one asked for now: places of another sort mean nothing in it
 * @throws {Problem} 422 `invalid_request` when it is not one of ours
 */
export function decodeSortCursor(cursor: string | undefined, sort: string): SortCursor | null {
  if (cursor === undefined) return null;
  const read = parse(cursor);
  const place = read && read.sort === sort && isPlace(read.place, readSort(sort).key);
  if (place) return read;
  const message = 'is not the cursor of a page of this list in this order';
  throw new Problem(422, 'invalid_request', `The cursor ${message}.`, { errors: [{ field: 'query.cursor', message }] });
}

function parse(cursor: string): SortCursor | null {
  const read = /^(\S+) (after|before) (\S+) (.*)$/s.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  const [, sort, direction, placeId, value] = read ?? [];
  if (sort === undefined || placeId === undefined || value === undefined) return null;
  return { sort, direction: direction === 'after' ? 'after' : 'before', place: { value, id: placeId } };
}

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const shapes: Record<SortKey, RegExp> = {
  starts_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  created_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  photos_count: /^\d{1,9}$/,
  name: /^[^\0]*$/s,
};

/** What the database is given is what it can read. */
function isPlace(place: SortPlace, key: SortKey): boolean {
  if (!id.test(place.id) || !shapes[key].test(place.value)) return false;
  return !key.endsWith('_at') || new Date(place.value).getUTCFullYear() > 0;
}
