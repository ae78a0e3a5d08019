import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#server/http/problem.ts';

/** Another one for another content: where nothing counts the changes. */
export const contentVersion = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);

/** Whether the caller has this answer already (`If-None-Match`). A compressing proxy makes tags weak; they still match. */
export function matchesIfNoneMatch({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether the version that the caller read (`If-Match`) is current. True without the header. */
export function matchesIfMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  // A compressing proxy makes tags weak; they still match.
  return ifMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Another change came between the caller's read and this write (`If-Match`). */
export const changedMeanwhile = (what: string): Problem =>
  new Problem(412, 'changed_meanwhile', `Someone else changed ${what} in the meantime. Review the changes, then save again.`);
