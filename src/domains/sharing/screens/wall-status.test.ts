import { expect, it } from 'vitest';
import { type WallFacts, wallStatus } from './wall-status.ts';

const NOW = Date.parse('2026-11-20T20:00:00Z');

it.each<[Partial<WallFacts>, string]>([
  [{}, 'shows the wall'],
  [{ status: 'ended' }, 'shows the wall'],
  [{ status: 'draft' }, 'waits for the event to open'],
  [{ auto_gallery: false }, 'waits for the gallery to open'],
  [{ auto_gallery: false, published_at: '2026-11-20T19:00:00Z' }, 'shows the wall'],
  [{ auto_gallery: false, reveals_at: '2026-11-20T21:00:00Z' }, 'waits for the gallery to open'],
  [{ reveals_at: '2026-11-20T21:00:00Z' }, 'waits for the reveal'],
  [{ reveals_at: '2026-11-20T20:00:00Z' }, 'shows the wall'],
])('a screen of an event with %o %s', (facts, says) => {
  expect(wallStatus({ status: 'live', auto_gallery: true, published_at: null, reveals_at: null, ...facts }, NOW)).toBe(says);
});
