import { describe, expect, it } from 'vitest';
import { nextOrder } from './slides.ts';

describe('the order of an open viewer', () => {
  it('keeps the photo under the eye in its place when new ones arrive', () => {
    expect(nextOrder(['c', 'b', 'a'], ['e', 'd', 'c', 'b', 'a'])).toEqual(['c', 'b', 'a']);
  });

  it('goes on with older photos as they are loaded', () => {
    expect(nextOrder(['c', 'b'], ['d', 'c', 'b', 'a'])).toEqual(['c', 'b', 'a']);
  });

  it('drops what was deleted', () => expect(nextOrder(['c', 'b', 'a'], ['c', 'a'])).toEqual(['c', 'a']));

  it('is empty when the only photo was deleted', () => expect(nextOrder(['a'], [])).toEqual([]));
});
