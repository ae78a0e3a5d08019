import type { components } from '#openapi/api.ts';

export type Photo = components['schemas']['Photo'];
export type PhotoPage = components['schemas']['PhotoPage'];
export type PhotoChange = components['schemas']['PhotoChange'];

/** Each variant of a photo has its own URL (decisions §3.4). */
export function photoFile(photo: { id: string; event_id: string }, variant: 'thumb' | 'preview' | 'download' | 'original'): string {
  return `/api/v1/event/${photo.event_id}/photos/${photo.id}/${variant}`;
}

/** The gallery's order everywhere (decisions §3.4): latest taken first, then by id, the later id first. Negative when `a` stands before `b`. */
export function byTaken(a: { takenAt: number; id: string }, b: { takenAt: number; id: string }): number {
  if (a.takenAt !== b.takenAt) return b.takenAt - a.takenAt;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}

export const orderKey = (photo: Photo): { takenAt: number; id: string } => ({ takenAt: Date.parse(photo.taken_at), id: photo.id });
