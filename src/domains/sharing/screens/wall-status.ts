import type { components } from '#openapi/api.ts';

export type WallFacts = Pick<components['schemas']['Event'], 'status' | 'auto_gallery' | 'published_at' | 'reveals_at'>;

/** What a paired screen of the event does now. */
export function wallStatus({ status, auto_gallery: auto, published_at: published, reveals_at: reveal }: WallFacts, now: number): string {
  if (status === 'draft') return 'waits for the event to open';
  if (!auto && published === null) return 'waits for the gallery to open';
  return reveal !== null && Date.parse(reveal) > now ? 'waits for the reveal' : SHOWS_WALL;
}

export const SHOWS_WALL = 'shows the wall';
