import { isStorable } from '#server/db/keyset.ts';
import { Problem } from '#server/http/problem.ts';

/** @throws {Problem} 422 for valid RFC 3339 that the database can't store, such as a leap second or the year 0 */
export function readInstant(text: string, field: string): Date {
  const instant = new Date(text);
  if (isStorable(instant)) return instant;
  const message = 'must be a date between the years 1 and 9999';
  throw new Problem(422, 'invalid_request', `${field.split('.').at(-1)} ${message}.`, { errors: [{ field, message }] });
}
