// Range requests (RFC 9110, 14) on a representation of a known length.
import { Problem } from '#server/http/problem.ts';

export interface Representation {
  bytes: number;
  /** Strong, with its quotes. */
  etag: string;
  lastModified: Date;
}

export const httpDate = (at: Date): string => at.toUTCString();

/**
 * The one range that is asked for, `end` included. Null: send the whole. So are several ranges answered, malformed ones, and those of a version that is
 * no longer current (`If-Range`).
 * @throws {Problem} 416 `range_not_satisfiable`
 */
export function readRange(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  { bytes, etag, lastModified }: Representation,
): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})$/i.exec(headers.range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const known = headers['if-range'];
  if (known !== undefined && known !== etag && known !== httpDate(lastModified)) return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(bytes - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start < bytes && start <= end && !(first === '' && Number(last) === 0)) return { start, end };
  const detail = `The file has ${bytes} bytes, none of them in this range.`;
  throw new Problem(416, 'range_not_satisfiable', detail, { headers: { 'content-range': `bytes */${bytes}` } });
}
