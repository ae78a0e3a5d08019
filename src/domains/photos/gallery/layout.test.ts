import { describe, expect, it } from 'vitest';
import { GAP, gridLayout, keyTarget } from './layout.ts';
import { fromHeld } from './use-held-top.ts';
import { aPhoto } from '#tests/support/photos.ts';

describe('the grid', () => {
  it('has three columns on a phone and more on a desktop', () => {
    expect(gridLayout(390).columns).toBe(3);
    expect(gridLayout(1440).columns).toBe(7);
  });

  it('fills the width exactly', () => {
    for (const width of [320, 390, 768, 1440, 2560]) {
      const { columns, square } = gridLayout(width);
      expect(columns * square + (columns - 1) * GAP).toBeCloseTo(width, 6);
    }
  });

  it('is walked by the arrow keys and does not leave its ends', () => {
    expect(keyTarget('ArrowDown', 1, 3, 8)).toBe(4);
    expect(keyTarget('ArrowDown', 6, 3, 8)).toBe(6);
    expect(keyTarget('ArrowLeft', 0, 3, 8)).toBe(0);
    expect(keyTarget('End', 0, 3, 8)).toBe(7);
    expect(keyTarget('Tab', 0, 3, 8)).toBeNull();
  });
});

describe('while somebody looks further down', () => {
  const feed = ['c', 'b', 'a'].map((id) => ({ kind: 'stored' as const, id, photo: aPhoto({ id }) }));

  it('holds back what arrived above, and counts it', () => {
    const held = fromHeld(feed, 'b');
    expect(held.shown.map((item) => item.id)).toEqual(['b', 'a']);
    expect(held.arrived).toBe(1);
  });

  it('shows all when the held photo has gone', () => expect(fromHeld(feed, 'gone')).toEqual({ shown: feed, arrived: 0 }));
});
