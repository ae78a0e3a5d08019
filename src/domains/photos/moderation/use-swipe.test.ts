import { describe, expect, it } from 'vitest';
import { swipeDirection, pullOf, verdictOf } from './use-swipe.ts';

const PHONE = 358;

describe('a finger on a card', () => {
  it('has said nothing until it moved a little', () => expect(swipeDirection(6, 5)).toBe('unknown'));
  it('goes sideways only when that is plain: scrolling stays the page’s', () => {
    expect(swipeDirection(30, 4)).toBe('sideways');
    expect(swipeDirection(30, 29)).toBe('other');
    expect(swipeDirection(2, -40)).toBe('other');
  });

  it('decides when it went far enough, to the right yes, to the left no', () => {
    expect(verdictOf(130, 0, PHONE)).toBe('approved');
    expect(verdictOf(-130, 0, PHONE)).toBe('rejected');
  });
  it('lets the card go back when it did not', () => {
    expect(verdictOf(100, 0, PHONE)).toBeNull();
    expect(verdictOf(-20, 0, PHONE)).toBeNull();
  });
  it('decides by a short flick', () => expect(verdictOf(-60, -0.9, PHONE)).toBe('rejected'));
  it('takes no trembling for a flick', () => expect(verdictOf(15, 2, PHONE)).toBeNull());
  it('means nothing when it was pulled out and flicked back', () => expect(verdictOf(200, -0.9, PHONE)).toBeNull());
  it('needs no more than a hand’s width on a desktop', () => expect(verdictOf(165, 0, 1400)).toBe('approved'));

  it('pulls no further than all the way', () => {
    expect(pullOf(0, PHONE)).toBe(0);
    expect(pullOf(-900, PHONE)).toBe(-1);
    expect(pullOf(62, PHONE)).toBeCloseTo(0.5, 1);
  });
});
