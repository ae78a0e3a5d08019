import type { FastifyRequest } from 'fastify';

/** Whether the caller holds this answer already (`If-None-Match`). A proxy that packs answers makes their tags weak, and they are the same. */
export function holdsTag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
