import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#server/http/problem.ts';

/** Another one for another content: where nothing counts the changes. */
export const contentVersion = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);

/** Whether the caller holds this answer already (`If-None-Match`). A proxy that packs answers makes their tags weak, and they are the same. */
export function matchesIfNoneMatch({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether what the caller read (`If-Match`) is what is there. True where they name nothing. */
export function matchesIfMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  // A proxy that packs answers makes their tags weak, and what they are of is the same.
  return ifMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Of what the caller did not read (`If-Match`): somebody was there before. */
export const changedMeanwhile = (what: string): Problem =>
  new Problem(412, 'changed_meanwhile', `Someone else changed ${what} in the meantime. Review the changes, then save again.`);
